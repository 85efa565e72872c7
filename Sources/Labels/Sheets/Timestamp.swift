import Glibc

/// A moment as text.
enum Timestamp {
    /// Seconds since 1970 as a PDF's date, UTC (ISO 32000-1, 7.9.4). C: `gmtime_r`, `strftime`.
    static func pdf(_ seconds: Int) -> String {
        var time = time_t(seconds)
        var parts = unsafe tm()
        unsafe gmtime_r(&time, &parts)
        return unsafe String(unsafeUninitializedCapacity: 32) { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { text in
                unsafe strftime(text.baseAddress, text.count, "D:%Y%m%d%H%M%SZ", &parts)
            }
        }
    }
}
