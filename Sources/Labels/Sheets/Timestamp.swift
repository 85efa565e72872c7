import Glibc

/// A moment as text.
enum Timestamp {
    /// Seconds since 1970 in ISO 8601, UTC. C: `gmtime_r`, `strftime`.
    static func iso8601(_ seconds: Int) -> String {
        var time = time_t(seconds)
        var parts = unsafe tm()
        unsafe gmtime_r(&time, &parts)
        return unsafe String(unsafeUninitializedCapacity: 32) { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { text in
                unsafe strftime(text.baseAddress, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
            }
        }
    }
}
