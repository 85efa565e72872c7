/// The unique identifier that a chip sends when it is selected: 4, 7 or 10 bytes (ISO/IEC 14443-3 6.5.4).
///
/// Written as upper-case hexadecimal without separators, `04A1B2C3D4E580`.
public struct ChipUID: Hashable, Sendable, Comparable, Codable, CustomStringConvertible {
    public let hexadecimal: String

    public init?(_ bytes: [UInt8]) {
        guard [4, 7, 10].contains(bytes.count) else { return nil }
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            for digit in [byte >> 4, byte & 15] { digits.append(digit < 10 ? 0x30 + digit : 0x37 + digit) }
        }
        hexadecimal = String(decoding: digits, as: UTF8.self)
    }

    /// Reads hexadecimal of either case, with or without `:` or `-` between bytes.
    public init?(_ text: String) {
        let digits = text.filter { $0 != ":" && $0 != "-" }
        guard [8, 14, 20].contains(digits.utf8.count), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            return nil
        }
        hexadecimal = digits.uppercased()
    }

    public var description: String { hexadecimal }

    public static func < (left: Self, right: Self) -> Bool { left.hexadecimal < right.hexadecimal }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let uid = ChipUID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a UID has 4, 7 or 10 bytes in hexadecimal")
        }
        self = uid
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hexadecimal)
    }
}
