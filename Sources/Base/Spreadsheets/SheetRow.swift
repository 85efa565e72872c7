/// One row of a sheet that has a value in at least one cell.
public struct SheetRow: Sendable, Equatable {
    /// What a cell holds, as text: numbers with a decimal point, dates as `2026-11-19T17:10:38` without an offset.
    public enum Cell: Sendable, Equatable {
        case text(String)
        /// The cell has no value that can be read: why, in words that complete "cell C4 ".
        case unreadable(String)
    }

    /// The row's number in the sheet, counted from 1.
    public let number: Int
    /// From column A to the last column with a value.
    public let cells: [Cell]

    public init(number: Int, cells: [Cell]) {
        self.number = number
        self.cells = cells
    }

    /// How a spreadsheet names a cell: column 2, counted from 0, of row 4 is `C4`.
    public static func place(column: Int, row: Int) -> String { "\(CellReference.letters(of: column))\(row)" }
}
