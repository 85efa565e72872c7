internal import CSV

/// Makes rows for a ledger from the columns of a file.
protocol RowParser: Sendable {
    associatedtype Row: BatchRow
    static var schema: Schema { get }
    /// The schema's column with the URL.
    static var urlColumn: Int { get }
    /// The row that stands in these columns, whatever it looks like.
    mutating func row(_ bytes: Span<UInt8>, _ fields: RowFields) throws(RowComplaint) -> Row
    /// The row that begins at `start` and ends with a line feed, when nothing about it is unusual, and where the next one
    /// begins. Nil says nothing: then `row` must look. What is read is what `row` would read.
    ///
    /// All bytes are ASCII and neither quotes nor carriage returns; a line feed comes at `start` or behind, and 32 more
    /// bytes after that.
    mutating func quickRow(_ bytes: RawSpan, at start: Int, _ columns: QuickColumns) -> (row: Row, next: Int)?
}
