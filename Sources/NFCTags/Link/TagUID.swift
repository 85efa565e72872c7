/// The serial number by which a tag answers the anticollision: 4, 7 or 10 bytes.
///
/// It tells tags on a bench apart. It proves nothing: magic tags carry any serial number.
public struct TagUID: Hashable, Sendable, LosslessStringConvertible {
    public let bytes: [UInt8]

    /// nil unless there are 4, 7 or 10 bytes.
    public init?(_ bytes: [UInt8]) {
        guard [4, 7, 10].contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    /// Reads hexadecimal digits of either case, with or without colons between the bytes.
    public init?(_ description: String) {
        let digits = description.utf8.filter { $0 != UInt8(ascii: ":") }
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Character(Unicode.Scalar(digits[index])).hexDigitValue,
                let low = Character(Unicode.Scalar(digits[index + 1])).hexDigitValue
            else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        self.init(bytes)
    }

    /// Upper-case hexadecimal without separators, for example `04A1B2C3D4E580`.
    public var description: String { bytes.hexadecimal(separator: "") }
}
