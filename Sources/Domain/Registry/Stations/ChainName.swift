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
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }

    fileprivate init?(thirtyTwoDigits text: String) {
        // A sign and capital letters are digits to Swift; here each number has one text.
        guard let bits = UInt128(text, radix: 16), bits.thirtyTwoDigits == text else { return nil }
        self = bits
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
