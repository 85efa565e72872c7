internal import CSV

/// Makes rows for a ledger from the columns of a file.
protocol RowParser: Sendable {
    associatedtype Row: BatchRow
    static var schema: Schema { get }
    /// The schema's column with the URL.
    static var urlColumn: Int { get }
    mutating func row(_ bytes: Span<UInt8>, _ fields: RowFields) throws(RowComplaint) -> Row
}
