package import CSV

/// Makes rows for a ledger from the columns of a file.
package protocol RowParser: Sendable {
    associatedtype Row: Sendable
    static var schema: TableSchema { get }
    /// The row in these columns, whatever it looks like.
    mutating func row(_ bytes: Span<UInt8>, _ fields: RowFields) throws(RowComplaint) -> Row
}

/// The same for a whole file at once.
protocol FileParser: RowParser where Row: BatchRow {
    /// The schema's column with the URL.
    static var urlColumn: Int { get }
    /// Takes rows from `start` on, as long as they begin before `end` and nothing about them is unusual, and says where
    /// the next one begins, at which `row` must look. What is read is what `row` would read.
    ///
    /// All bytes are ASCII and neither quotes nor carriage returns; what begins before `end` ends with a line feed, and 32
    /// more bytes come after that.
    func takeFast(
        _ bytes: RawSpan, from start: Int, to end: Int, _ columns: FastColumns, into rows: inout [Row]
    ) -> Int
}
