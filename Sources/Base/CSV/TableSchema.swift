/// The columns that a kind of file has.
///
/// Rows are read by a column's position in `names`: required columns first, then the optional ones.
public struct TableSchema: Sendable, Equatable {
    public let required: [String]
    public let optional: [String]
    /// Those of the columns that hold numbers: a spreadsheet may have written decimal commas there.
    public let numbers: Set<String>

    public init(required: [String], optional: [String] = [], numbers: Set<String> = []) {
        self.required = required
        self.optional = optional
        self.numbers = numbers
    }

    public var names: [String] { required + optional }
}
