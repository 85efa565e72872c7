/// How large a field, a row and a header may be before the row is refused.
///
/// The limits bound memory: a file with an unbalanced quote would otherwise be one field of many gigabytes.
public struct Limits: Sendable, Equatable {
    /// Bytes in one field, after its quotes are taken away.
    public var field: Int
    /// Bytes in one row, after quotes are taken away.
    public var row: Int
    /// Fields in one row.
    public var columns: Int

    public init(field: Int = 65_536, row: Int = 262_144, columns: Int = 256) {
        self.field = field
        self.row = row
        self.columns = columns
    }
}
