import Glibc

/// A moment in UTC as a log line shows it: `2026-03-01T09:05:00.042Z`.
struct LogTime: Sendable, CustomStringConvertible {
    /// Seconds since 1970, without leap seconds.
    let seconds: Int
    /// 0 to 999.
    let milliseconds: Int

    /// The clock's time. See: man clock_gettime.
    static func now() -> LogTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return LogTime(seconds: time.tv_sec, milliseconds: time.tv_nsec / 1_000_000)
    }

    /// See: man gmtime_r, man strftime.
    var description: String {
        var seconds = seconds
        var parts = unsafe tm()
        var text = [CChar](repeating: 0, count: 32)
        unsafe gmtime_r(&seconds, &parts)
        let length = unsafe strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S", &parts)
        let time = String(decoding: text[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let fraction = String(milliseconds)
        return "\(time).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)Z"
    }
}
