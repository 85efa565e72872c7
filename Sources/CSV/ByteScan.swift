/// Looks for bytes eight at a time.
enum ByteScan {
    static let commas: UInt64 = 0x2C2C_2C2C_2C2C_2C2C
    static let lineFeeds: UInt64 = 0x0A0A_0A0A_0A0A_0A0A
    private static let returns: UInt64 = 0x0D0D_0D0D_0D0D_0D0D
    private static let quotes: UInt64 = 0x2222_2222_2222_2222
    private static let sevens: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// The high bit of each byte of `word` that is equal to the byte repeated in `pattern`; exact, no byte
    /// disturbs its neighbour.
    static func matches(_ word: UInt64, _ pattern: UInt64) -> UInt64 {
        let difference = word ^ pattern
        return ~(((difference & sevens) + sevens) | difference | sevens)
    }

    /// Whether all bytes are ASCII, and whether a carriage return is among them.
    static func survey(_ bytes: Span<UInt8>) -> (isASCII: Bool, hasReturns: Bool) {
        let raw = unsafe bytes.bytes
        var all: UInt64 = 0
        var found: UInt64 = 0
        var position = 0
        while position + 8 <= bytes.count {
            let word = unsafe raw.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
            all |= word
            found |= matches(word, returns)
            position += 8
        }
        while position < bytes.count {
            all |= UInt64(bytes[position])
            if bytes[position] == 0x0D { found = 1 }
            position += 1
        }
        return (all & highBits == 0, found != 0)
    }

    static func hasQuote(_ bytes: Span<UInt8>) -> Bool {
        let raw = unsafe bytes.bytes
        var found: UInt64 = 0
        var position = 0
        while position + 8 <= bytes.count {
            found |= matches(unsafe raw.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self), quotes)
            position += 8
        }
        while position < bytes.count {
            if bytes[position] == 0x22 { return true }
            position += 1
        }
        return found != 0
    }

    static func last(_ byte: UInt8, in bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
        var position = range.upperBound
        while position > range.lowerBound {
            position -= 1
            if bytes[position] == byte { return position }
        }
        return nil
    }

    static func first(_ byte: UInt8, in bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
        for position in range where bytes[position] == byte { return position }
        return nil
    }
}
