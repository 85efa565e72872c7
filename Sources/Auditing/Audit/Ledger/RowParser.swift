internal import CSV

/// Makes rows for a ledger from the columns of a file.
protocol RowParser: Sendable {
    associatedtype Row: BatchRow
    static var schema: TableSchema { get }
    /// The schema's column with the URL.
    static var urlColumn: Int { get }
    /// The row in these columns, whatever it looks like.
    mutating func row(_ bytes: Span<UInt8>, _ fields: RowFields) throws(RowComplaint) -> Row
    /// Takes rows from `start` on, as long as they begin before `end` and nothing about them is unusual, and says where
    /// the next one begins, at which `row` must look. What is read is what `row` would read.
    ///
    /// All bytes are ASCII and neither quotes nor carriage returns; what begins before `end` ends with a line feed, and 32
    /// more bytes come after that.
    func takeFast(
        _ bytes: RawSpan, from start: Int, to end: Int, _ columns: FastColumns, into batch: inout RowBatch<Row>
    ) -> Int
}
