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
        case .scientific where number != 0 && number == number.rounded(): return exponential(number)
        case .scientific, .plain: return plain(number)
        }
    }

    /// A spreadsheet keeps 15 digits: with more, the exponent says that some are lost.
    private static func plain(_ number: Double) -> String {
        guard number == number.rounded() else { return "\(number)" }
        return abs(number) < 1e15 ? "\(Int64(number))" : exponential(number)
    }

    /// A whole number, not 0, as `4.1e+12`: an identifier of this form is refused where identifiers are read.
    private static func exponential(_ number: Double) -> String {
        // Swift has no exponent for whole numbers below 2^54.
        let text = "\(number)"
        guard !text.contains("e") else { return text }
        let digits = text.prefix { $0 != "." }.drop { $0 == "-" }
        var significant = digits
        while significant.count > 1, significant.last == "0" { significant.removeLast() }
        let (sign, point) = (number < 0 ? "-" : "", significant.count > 1 ? "." : "")
        let exponent = (digits.count - 1).padded(to: 2)
        return "\(sign)\(significant.prefix(1))\(point)\(significant.dropFirst())e+\(exponent)"
    }

    private static func date(_ days: Double) -> String {
        let seconds = Int64((days * 86_400).rounded())
        // From 1899-12-30 to 1970-01-01.
        let text = CalendarTime.iso8601(seconds - 25_569 * 86_400)
        return seconds % 86_400 == 0 ? String(text.prefix(10)) : text
    }
}
