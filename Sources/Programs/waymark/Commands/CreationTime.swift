import Glibc

/// The time in a PDF: SOURCE_DATE_EPOCH makes the same input give the same bytes.
enum CreationTime {
    /// Seconds since 1970-01-01 UTC.
    static var now: Int {
        unsafe getenv("SOURCE_DATE_EPOCH").flatMap { unsafe Int(String(cString: $0)) } ?? Int(time(nil))
    }
}
