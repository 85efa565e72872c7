/// Where the columns of a schema are in the rows of one file.
public struct RowLayout: Sendable, Equatable {
    /// For each column of the schema its place in the row, or nil when an optional one is absent.
    public let positions: [Int?]
    /// Fields in each row.
    public let width: Int

    public init(positions: [Int?], width: Int) {
        self.positions = positions
        self.width = width
    }
}
