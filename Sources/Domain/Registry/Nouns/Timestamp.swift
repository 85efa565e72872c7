internal import TextCoding

/// A moment in milliseconds since 1970-01-01T00:00:00Z, written as ISO 8601 in UTC.
public struct Timestamp: Hashable, Sendable, Comparable, Codable, CustomStringConvertible {
    public let milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// 9999-12-31T23:59:59Z
    private static let lastSecond = 253_402_300_799

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
            (1970...9999).contains(year), let days = CalendarTime.daysSinceEpoch(year: year, month: month, day: day),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        let fraction = digits.skip(".") ? digits.fraction() : 0
        guard let fraction, let offset = digits.offset(), digits.isAtEnd else { return nil }
        let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset * 60
        guard (0...Self.lastSecond).contains(seconds) else { return nil }
        self.init(milliseconds: Int64(seconds) * 1_000 + Int64(fraction))
    }

    /// `2026-11-21T09:30:00.000Z`
    public var iso8601: String { CalendarTime.iso8601(milliseconds: milliseconds) }

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
