internal import CSV

/// The meaning of each column of one file, for reading a row from left to right.
struct FastColumns: Sendable {
    /// For each field of a row the column's position in the schema; `unknown` for one outside the schema.
    let columns: [UInt8]

    /// How many columns the file begins with that are those of the schema in their order.
    let inOrder: Int

    static let unknown = UInt8.max

    init(_ layout: RowLayout) {
        var columns = [UInt8](repeating: Self.unknown, count: layout.width)
        for (column, place) in layout.positions.enumerated() {
            if let place { columns[place] = UInt8(column) }
        }
        self.columns = columns
        inOrder = zip(columns, 0..<UInt8.max).prefix { $0 == $1 }.count
    }
}
