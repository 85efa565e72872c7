/// A moment in milliseconds since 1970-01-01T00:00:00Z, written as ISO 8601 in UTC.
public struct Timestamp: Hashable, Sendable, Comparable, Codable, CustomStringConvertible {
    public let milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

    /// Reads `2026-11-21T09:30:00Z`, with an optional fraction of a second and an offset such as `+09:00`.
    ///
    /// The offset is required (a time without one names no moment). Years 1970 to 9999, in UTC as well, so that
    /// ``iso8601`` can be read again. Up to nine digits of a fraction; those after the third are dropped. A leap
    /// second (`:60`) counts as the second after it.
    public init?(iso8601 text: String) {
        var digits = Digits(Array(text.utf8))
        guard let year = digits.number(4), digits.skip("-"), let month = digits.number(2), digits.skip("-"),
            let day = digits.number(2), digits.skip("T") || digits.skip("t") || digits.skip(" "),
            let hour = digits.number(2), digits.skip(":"), let minute = digits.number(2),
            digits.skip(":"), let second = digits.number(2),
            (1970...9999).contains(year), (1...12).contains(month),
            (1...Self.days(inMonth: month, of: year)).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        let fraction = digits.skip(".") ? digits.fraction() : 0
        guard let fraction, let offset = digits.offset(), digits.isAtEnd else { return nil }
        let days = Self.daysSinceEpoch(year: year, month: month, day: day)
        let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset * 60
        guard (0...Self.lastSecond).contains(seconds) else { return nil }
        self.init(milliseconds: Int64(seconds) * 1_000 + Int64(fraction))
    }

    /// `2026-11-21T09:30:00.000Z`
    public var iso8601: String {
        let (day, inDay) = Self.split(milliseconds, by: 86_400_000)
        let (year, month, dayOfMonth) = Self.date(daysSinceEpoch: Int(day))
        let (seconds, fraction) = Self.split(inDay, by: 1_000)
        let time = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { Self.padded(Int($0), 2) }
        let date = "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(dayOfMonth, 2))"
        return "\(date)T\(time.joined(separator: ":")).\(Self.padded(Int(fraction), 3))Z"
    }

    public var description: String { iso8601 }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let time = Timestamp(iso8601: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not an ISO 8601 time with an offset")
        }
        self = time
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(iso8601)
    }
}

// MARK: - The Gregorian calendar (days counted as in H. Hinnant, "chrono-Compatible Low-Level Date Algorithms")

extension Timestamp {
    /// 9999-12-31T23:59:59Z
    private static let lastSecond = 253_402_300_799

    /// Quotient and remainder, rounded towards the past.
    private static func split(_ value: Int64, by unit: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: unit)
        return remainder < 0 ? (quotient - 1, remainder + unit) : (quotient, remainder)
    }

    private static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
        return [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Years are counted from March, so that the leap day is the last of its year.
    private static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func date(daysSinceEpoch days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}

/// Reads fixed-width numbers from the front of a text.
private struct Digits {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, UInt32(first) == character.value else { return false }
        rest.removeFirst()
        return true
    }

    mutating func digit() -> Int? {
        guard let first = rest.first, (0x30...0x39).contains(first) else { return nil }
        rest.removeFirst()
        return Int(first) - 0x30
    }

    mutating func number(_ width: Int) -> Int? {
        var value = 0
        for _ in 0..<width {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// Milliseconds from one to nine digits.
    mutating func fraction() -> Int? {
        var value = 0
        var count = 0
        while let digit = digit() {
            if count < 3 { value = value * 10 + digit }
            count += 1
        }
        guard (1...9).contains(count) else { return nil }
        for _ in 0..<max(0, 3 - count) { value *= 10 }
        return value
    }

    /// Minutes east of UTC from `Z`, `+09:00` or `+0900`.
    mutating func offset() -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let sign: Int
        if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
        guard let hours = number(2) else { return nil }
        _ = skip(":")
        guard let minutes = number(2), hours < 24, minutes < 60 else { return nil }
        return sign * (hours * 60 + minutes)
    }
}
