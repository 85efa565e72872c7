internal import TextCoding

/// The journal of one writer: a station's incarnation, or one run of a hub daemon. A restored or moved station is another
/// incarnation, with another name, and holds nothing.
public struct ChainName: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// 128 bits that were drawn at random when the writer began.
    public let bits: UInt128

    public init(bits: UInt128) {
        self.bits = bits
    }

    /// 32 lower-case hexadecimal digits; nil for any other text.
    public init?(_ text: String) {
        guard let bits = UInt128(thirtyTwoDigits: text) else { return nil }
        self.bits = bits
    }

    public var description: String { bits.thirtyTwoDigits }

    public static func < (left: Self, right: Self) -> Bool { left.bits < right.bits }
}

/// The hub's memory, from one moment at which it may have forgotten something to the next.
///
/// Never a counter: two restorations of one backup have to differ.
public struct Era: Hashable, Sendable, CustomStringConvertible {
    /// 128 bits that were drawn at random when the era began.
    public let bits: UInt128

    public init(bits: UInt128) {
        self.bits = bits
    }

    /// 32 lower-case hexadecimal digits; nil for any other text.
    public init?(_ text: String) {
        guard let bits = UInt128(thirtyTwoDigits: text) else { return nil }
        self.bits = bits
    }

    public var description: String { bits.thirtyTwoDigits }
}

/// 32 hexadecimal digits: a number of JSON has not so many bits.
extension ChainName: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(bits: try UInt128(digitsFrom: decoder))
    }

    public func encode(to encoder: any Encoder) throws { try bits.encodeDigits(to: encoder) }
}

extension Era: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(bits: try UInt128(digitsFrom: decoder))
    }

    public func encode(to encoder: any Encoder) throws { try bits.encodeDigits(to: encoder) }
}

extension UInt128 {
    /// Lower-case hexadecimal with leading zeros.
    fileprivate var thirtyTwoDigits: String {
        Hexadecimal.lowercase(stride(from: 120, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) })
    }

    fileprivate init?(thirtyTwoDigits text: String) {
        guard text.utf8.count == 32 else { return nil }
        self = 0
        for digit in text.utf8 {
            // Capital letters are digits as well; here each number has one text.
            guard !(0x41...0x46).contains(digit), let value = Hexadecimal.value(digit) else { return nil }
            self = self << 4 | UInt128(value)
        }
    }

    fileprivate init(digitsFrom decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let bits = UInt128(thirtyTwoDigits: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "it is not 32 lower-case hexadecimal digits")
        }
        self = bits
    }

    fileprivate func encodeDigits(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(thirtyTwoDigits)
    }
}
