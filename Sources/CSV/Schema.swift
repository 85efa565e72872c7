/// The columns that a kind of file has.
///
/// Rows are read by a column's position in `names`: required columns first, then the optional ones.
public struct Schema: Sendable, Equatable {
    public let required: [String]
    public let optional: [String]

    public init(required: [String], optional: [String] = []) {
        self.required = required
        self.optional = optional
    }

    public var names: [String] { required + optional }
}
