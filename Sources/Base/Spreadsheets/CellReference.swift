/// Where a cell is: `C4` is column 2, counted from 0, of row 4, counted from 1 (ISO/IEC 29500-1, 18.18.7).
struct CellReference: Equatable {
    /// A sheet has columns A to XFD.
    static let columnLimit = 16_384

    let column: Int
    let row: Int

    init?(_ text: String) {
        let letters = text.prefix { $0.isASCII && $0.isUppercase }
        guard (1...3).contains(letters.count), let row = Int(text.dropFirst(letters.count)), row > 0 else { return nil }
        let column = letters.utf8.reduce(0) { $0 * 26 + Int($1) - 64 } - 1
        guard column < Self.columnLimit else { return nil }
        (self.column, self.row) = (column, row)
    }

    /// The letters of a column that is counted from 0.
    static func letters(of column: Int) -> String {
        var rest = column + 1
        var letters = ""
        while rest > 0 {
            letters = String(UnicodeScalar(UInt8(65 + (rest - 1) % 26))) + letters
            rest = (rest - 1) / 26
        }
        return letters
    }
}
