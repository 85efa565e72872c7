/// Looks for bytes eight at a time.
enum ByteScan {
    static let commas: UInt64 = 0x2C2C_2C2C_2C2C_2C2C
    static let lineFeeds: UInt64 = 0x0A0A_0A0A_0A0A_0A0A
    private static let sevens: UInt64 = 0x7F7F_7F7F_7F7F_7F7F

    /// The high bit of each byte of `word` that is equal to the byte repeated in `pattern`; exact, no byte
    /// disturbs its neighbour.
    static func matches(_ word: UInt64, _ pattern: UInt64) -> UInt64 {
        let difference = word ^ pattern
        return ~(((difference & sevens) + sevens) | difference | sevens)
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
