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
        let (day, time) = (seconds / 86_400, seconds % 86_400)
        // Days since 0000-03-01, in eras of 400 years (Howard Hinnant, "chrono-compatible low-level date algorithms").
        let shifted = day - 25_569 + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
        let calendarMonth = month < 10 ? month + 3 : month - 9
        let year = yearOfEra + era * 400 + (calendarMonth <= 2 ? 1 : 0)
        func padded(_ value: Int64, _ count: Int = 2) -> String {
            let text = "\(value)"
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let date = "\(padded(year, 4))-\(padded(calendarMonth))-\(padded(dayOfMonth))"
        guard time > 0 else { return date }
        return "\(date)T\(padded(time / 3_600)):\(padded(time / 60 % 60)):\(padded(time % 60))"
    }
}
