/// Bytes as capital hexadecimal digits, without separators.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "0\(digits)" : digits
    }.joined()
}

/// The bytes that hexadecimal digits spell; spaces and colons between them do not count. Nil for anything else.
func bytes(hexadecimal text: some StringProtocol) -> [UInt8]? {
    var digits: [UInt8] = []
    for character in text where !character.isWhitespace && character != ":" {
        guard character.isASCII, let digit = character.hexDigitValue else { return nil }
        digits.append(UInt8(digit))
    }
    guard digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
