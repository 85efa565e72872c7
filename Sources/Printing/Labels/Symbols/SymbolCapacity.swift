/// Which level a text can have without a larger version, known before it is encoded.
///
/// An encoding takes about 0.2 ms, nearly all of it for the choice among eight masks. To try each level would
/// take that each time; the length of the best split into segments (ISO/IEC 18004, 7.4 and Annex J) shows
/// beforehand which levels cannot fit.
enum SymbolCapacity {
    /// Data codewords of versions 1 to 9 at L, M, Q and H (ISO/IEC 18004, table 7). From version 10 on the
    /// segments' headers are longer; URLs that long are rare and are encoded level by level.
    private static let codewords: [[Int]] = [
        [19, 16, 13, 9], [34, 28, 22, 16], [55, 44, 34, 26], [80, 64, 48, 36], [108, 86, 62, 46],
        [136, 108, 76, 60], [156, 124, 88, 66], [194, 154, 110, 86], [232, 182, 132, 100],
    ]

    /// The smallest version that could hold the text at `level`, and the highest level that could fit in it;
    /// nil when that is not known. No encoder does better; libqrencode may do worse.
    static func bound(
        for text: String, level: ErrorCorrectionLevel
    ) -> (version: Int, level: ErrorCorrectionLevel)? {
        let bits = fewestBits(for: text)
        guard let index = codewords.firstIndex(where: { 8 * $0[level.order] >= bits }) else { return nil }
        let highest = ErrorCorrectionLevel.allCases.last { 8 * codewords[index][$0.order] >= bits }
        return highest.map { (index + 1, $0) }
    }

    /// The bits of the best split into numeric, alphanumeric and byte segments, in versions 1 to 9.
    ///
    /// Counted in sixths of a bit, because a digit takes 10/3 bits and an alphanumeric character 11/2; a
    /// segment's end rounds up to a whole bit.
    static func fewestBits(for text: String) -> Int {
        let never = Int.max / 2
        let headers = (numeric: 6 * 14, alphanumeric: 6 * 13, byte: 6 * 12)
        // The cost of the text so far when its last character is in this kind of segment.
        var (numeric, alphanumeric, byte) = (never, never, 0)
        var isFirst = true
        for character in text.utf8 {
            let closed = isFirst ? 0 : wholeBits(min(numeric, alphanumeric, byte))
            let isDigit = (0x30...0x39).contains(character)
            let stay = isFirst ? (never, never, never) : (numeric, alphanumeric, byte)
            numeric = isDigit ? min(stay.0, closed + headers.numeric) + 20 : never
            alphanumeric =
                isDigit || isAlphanumeric(character)
                ? min(stay.1, closed + headers.alphanumeric) + 33 : never
            byte = min(stay.2, closed + headers.byte) + 48
            isFirst = false
        }
        return wholeBits(min(numeric, alphanumeric, byte)) / 6
    }

    private static func wholeBits(_ sixths: Int) -> Int { (sixths + 5) / 6 * 6 }

    /// `0-9 A-Z space $ % * + - . / :` (ISO/IEC 18004, table 5), without the digits.
    private static func isAlphanumeric(_ character: UInt8) -> Bool {
        switch character {
        case 0x41...0x5a, 0x20, 0x24, 0x25, 0x2a, 0x2b, 0x2d, 0x2e, 0x2f, 0x3a: true
        default: false
        }
    }
}
