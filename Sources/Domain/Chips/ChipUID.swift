internal import TextCoding

/// The unique identifier that a chip sends when it is selected: 4, 7 or 10 bytes (ISO/IEC 14443-3, 6.5.4), or 8 bytes
/// (ISO/IEC 15693-3, 4.1).
///
/// Written as upper-case hexadecimal without separators, `04A1B2C3D4E580`. It distinguishes chips on a bench. It proves
/// nothing: magic chips carry any UID.
public struct ChipUID: Hashable, Sendable, Comparable, Codable, CustomStringConvertible {
    /// Whether a UID can have this many bytes.
    @inlinable
    public static func canHave(byteCount: Int) -> Bool {
        switch byteCount {
        case 4, 7, 8, 10: true
        default: false
        }
    }

    public let hexadecimal: String

    /// Nil unless there are 4, 7, 8 or 10 bytes.
    public init?(_ bytes: [UInt8]) {
        guard Self.canHave(byteCount: bytes.count) else { return nil }
        hexadecimal = Hexadecimal.uppercase(bytes)
    }

    /// Reads hexadecimal of either case, with or without `:` or `-` between bytes.
    public init?(_ text: String) {
        let digits = text.filter { $0 != ":" && $0 != "-" }
        guard let bytes = Hexadecimal.bytes(digits) else { return nil }
        self.init(bytes)
    }

    /// The bytes in the order in which the chip sends them.
    public var bytes: [UInt8] { Hexadecimal.bytes(hexadecimal) ?? [] }

    /// With E0 first, as the registry has each Type 5 chip (ISO/IEC 15693-3, 4.1): it sends the least significant byte first, and
    /// some phones hand the bytes on as they came.
    public var leadingE0: ChipUID {
        let bytes = bytes
        guard bytes.count == 8, bytes.first != 0xE0, bytes.last == 0xE0 else { return self }
        return ChipUID(bytes.reversed()) ?? self
    }

    /// Whether the chip makes up another UID each time it is selected, as phones do: 4 bytes, the first of them 08
    /// (ISO/IEC 14443-3, 6.5.4).
    public var isRandom: Bool { hexadecimal.utf8.count == 8 && hexadecimal.hasPrefix("08") }

    public var description: String { hexadecimal }

    public static func < (left: Self, right: Self) -> Bool { left.hexadecimal < right.hexadecimal }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let uid = ChipUID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a UID has 4, 7, 8 or 10 bytes in hexadecimal")
        }
        self = uid
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hexadecimal)
    }
}
