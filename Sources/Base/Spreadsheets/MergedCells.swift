/// Cells that a sheet shows as one: only the first of them has a value (ISO/IEC 29500-1, 18.3.1.54).
public struct MergedCells: Sendable, Equatable {
    /// Counted from 0.
    public let columns: ClosedRange<Int>
    /// Counted from 1.
    public let rows: ClosedRange<Int>

    /// Reads `C2:C3`; nil for anything else, and for one cell.
    init?(_ text: String) {
        let corners = text.split(separator: ":", omittingEmptySubsequences: false).map { CellReference(String($0)) }
        guard corners.count == 2, let first = corners[0], let last = corners[1], first != last,
            first.column <= last.column, first.row <= last.row
        else { return nil }
        columns = first.column...last.column
        rows = first.row...last.row
    }

    /// The cell that has the value.
    public var first: String { SheetRow.place(column: columns.lowerBound, row: rows.lowerBound) }
    public var last: String { SheetRow.place(column: columns.upperBound, row: rows.upperBound) }
}
