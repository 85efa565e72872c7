internal import CSV

/// Makes rows for a ledger from the columns of a file.
protocol RowParser: Sendable {
    associatedtype Row: BatchRow
    static var schema: Schema { get }
    mutating func row(_ bytes: Span<UInt8>, _ fields: RowFields) throws(RowComplaint) -> Row
}
