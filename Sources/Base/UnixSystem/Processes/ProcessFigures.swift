import Glibc

/// What the kernel has counted of this process.
public struct ProcessFigures: Sendable {
    public let residentBytes: Int
    /// User and system together.
    public let processorSeconds: Double
    /// Seconds since 1970.
    public let startTime: Double

    /// Zeros where `/proc` is missing. See: man 5 proc, /proc/pid/stat; man 2 getrusage
    public static var own: ProcessFigures {
        var usage = rusage()
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let seconds = [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
        let fields = fields("/proc/self/stat")
        // Counted behind the name, which is in parentheses: the start is field 22, the resident pages field 24.
        let pages = fields.count > 21 ? Int(fields[21]) ?? 0 : 0
        let start = fields.count > 19 ? Double(fields[19]) ?? 0 : 0
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        let (up, _) = SystemClock.uptime.components
        return ProcessFigures(
            residentBytes: pages * sysconf(Int32(_SC_PAGESIZE)), processorSeconds: seconds[0] + seconds[1],
            startTime: Double(now.tv_sec) - Double(up) + start / Double(sysconf(Int32(_SC_CLK_TCK))))
    }

    private static func fields(_ path: String) -> [Substring] {
        guard let bytes = try? File.read(path, limit: 4_096) else { return [] }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.lastIndex(of: ")") else { return [] }
        return text[text.index(after: end)...].split(separator: " ")
    }
}
