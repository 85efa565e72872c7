internal import Spreadsheets

/// The cells that merged cells hide. A person sees the first of them in the place of all; in the file the others are
/// empty, or have what is not seen: a store whose position is merged with its neighbour's would be one without a place.
struct HiddenCells {
    private struct Cover {
        let cells: MergedCells
        /// Whether the first cell has a value. Where none has one, all are as empty as they look.
        let hasValue: Bool

        func hides(_ column: Int, of row: SheetRow) -> Bool {
            guard cells.rows.contains(row.number) else { return false }
            let isFirst = row.number == cells.rows.lowerBound && column == cells.columns.lowerBound
            return !isFirst && (hasValue || row.hasValue(at: column))
        }
    }

    /// By column, those that reach furthest down; only for columns that are read, the others do no harm. So each row
    /// costs the same, however many cells are merged.
    private var covers: [Int: Cover] = [:]

    /// Takes the merged cells that come with a row, from the header row on.
    mutating func begin(_ row: SheetRow, _ header: Header) {
        for cells in row.merged {
            let cover = Cover(
                cells: cells,
                hasValue: row.number == cells.rows.lowerBound && row.hasValue(at: cells.columns.lowerBound))
            for case let column? in header.positions where cells.columns.contains(column) {
                let known = covers[column]?.cells.rows.upperBound ?? 0
                if known < cells.rows.upperBound { covers[column] = cover }
            }
        }
    }

    /// The first column of a row whose cell is hidden, and by which merged cells.
    func first(in row: SheetRow) -> (column: Int, cells: MergedCells)? {
        let hidden = covers.filter { column, cover in cover.hides(column, of: row) }
        guard let first = hidden.min(by: { $0.key < $1.key }) else { return nil }
        return (first.key, first.value.cells)
    }
}
