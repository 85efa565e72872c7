import Glibc

/// A moment as text.
enum DocumentTime {
    /// Seconds since 1970 as a PDF's date, UTC (ISO 32000-1, 7.9.4).
    static func pdf(_ seconds: Int) -> String { text(seconds, "D:%Y%m%d%H%M%SZ") }

    /// The same in the form that cairo takes.
    static func iso8601(_ seconds: Int) -> String { text(seconds, "%Y-%m-%dT%H:%M:%SZ") }

    /// C: `gmtime_r`, `strftime`.
    private static func text(_ seconds: Int, _ format: String) -> String {
        var time = time_t(seconds)
        var parts = unsafe tm()
        unsafe gmtime_r(&time, &parts)
        return unsafe String(unsafeUninitializedCapacity: 32) { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { text in
                unsafe strftime(text.baseAddress, text.count, format, &parts)
            }
        }
    }
}
