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
    /// The merged cells that begin in this row, or in one without a value between the row before and this one.
    public let merged: [MergedCells]

    public init(number: Int, cells: [Cell], merged: [MergedCells] = []) {
        self.number = number
        self.cells = cells
        self.merged = merged
    }

    /// Whether there is anything in a cell, be it a value that cannot be read.
    public func hasValue(at column: Int) -> Bool { cells.indices.contains(column) && cells[column] != .text("") }

    /// How a spreadsheet names a cell: column 2, counted from 0, of row 4 is `C4`.
    public static func place(column: Int, row: Int) -> String { "\(CellReference.letters(of: column))\(row)" }
}
