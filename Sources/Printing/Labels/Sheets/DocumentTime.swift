import TextCoding

/// A moment as text.
enum DocumentTime {
    /// Seconds since 1970 as a PDF's date, UTC (ISO 32000-1, 7.9.4).
    static func pdf(_ seconds: Int) -> String { "D:\(iso8601(seconds).filter { $0.isNumber })Z" }

    /// The same in the form that cairo takes.
    static func iso8601(_ seconds: Int) -> String { "\(CalendarTime.iso8601(Int64(seconds)))Z" }
}
