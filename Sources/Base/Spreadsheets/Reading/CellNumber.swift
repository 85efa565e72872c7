internal import TextCoding

/// A cell's number as text.
enum CellNumber {
    /// 9999-12-31, the last day of a spreadsheet, counted from 1899-12-30.
    private static let lastDay = 2_958_466.0
    /// From 1899-12-30 to 1904-01-01.
    private static let from1904 = 1_462.0

    /// The number as a person sees it: whole numbers without a point, dates as ISO 8601 without an offset. Nil when it is
    /// not a number.
    static func text(_ value: String, _ format: NumberFormat, isFrom1904: Bool) -> String? {
        guard let number = Double(value), number.isFinite else { return nil }
        switch format {
        case .date:
            let days = number + (isFrom1904 ? from1904 : 0)
            return (0..<lastDay).contains(days) ? date(days) : plain(number)
        case .padded(let digits):
            let text = plain(number)
            guard number >= 0, text.allSatisfy(\.isNumber) else { return text }
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        case .plain: return plain(number)
        }
    }

    /// A spreadsheet keeps 15 digits: with more, the exponent says that some are lost.
    private static func plain(_ number: Double) -> String {
        abs(number) < 1e15 && number == number.rounded() ? "\(Int64(number))" : "\(number)"
    }

    private static func date(_ days: Double) -> String {
        let seconds = Int64((days * 86_400).rounded())
        // From 1899-12-30 to 1970-01-01.
        let text = CalendarTime.iso8601(seconds - 25_569 * 86_400)
        return seconds % 86_400 == 0 ? String(text.prefix(10)) : text
    }
}
