/// Bytes as text: RFC 4648, section 4, with padding.
package enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding: UInt8 = 0x3D

    package static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let number = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
            for place in 0...part.count { text.append(digits[number >> (18 - 6 * place) & 63]) }
            text += Array(repeating: padding, count: 3 - part.count)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Nil for text that ``text(_:)`` makes of no bytes: other characters, missing padding, bits that are left over.
    package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let characters = Array(text.utf8)
        let end = characters.firstIndex(of: padding) ?? characters.count
        guard characters.count % 4 == 0, characters.count - end <= 2 else { return nil }
        var bytes: [UInt8] = []
        var (number, bits) = (0, 0)
        for character in characters[..<end] {
            guard let value = value(character) else { return nil }
            (number, bits) = (number << 6 | value, bits + 6)
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(number >> bits))
            number &= (1 << bits) - 1
        }
        return number == 0 && self.text(bytes).utf8.count == characters.count ? bytes : nil
    }

    private static func value(_ digit: UInt8) -> Int? {
        switch digit {
        case 0x41...0x5A: Int(digit) - 0x41
        case 0x61...0x7A: Int(digit) - 0x61 + 26
        case 0x30...0x39: Int(digit) - 0x30 + 52
        case 0x2B: 62
        case 0x2F: 63
        default: nil
        }
    }
}
