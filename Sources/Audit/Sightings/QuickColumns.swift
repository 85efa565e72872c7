internal import CSV

/// What stands in each column of one file, for reading a row from left to right.
struct QuickColumns: Sendable {
    /// For each field of a row the column's position in the schema; `unknown` for one that nobody asks for.
    let columns: [UInt8]

    /// Whether the required columns of sightings come first, in their order.
    let beginsAsUsual: Bool

    static let unknown = UInt8.max

    init(_ layout: RowLayout) {
        var columns = [UInt8](repeating: Self.unknown, count: layout.width)
        for (column, place) in layout.positions.enumerated() {
            if let place { columns[place] = UInt8(column) }
        }
        self.columns = columns
        beginsAsUsual = columns.prefix(6).elementsEqual(0..<6)
    }
}
