internal import Registry

/// A row on its way into a ledger.
protocol BatchRow: Sendable {
    associatedtype Record: CompactRecord
    var key: ContentKey { get }
    var chip: PackedChip { get }
    /// The URL's range in the buffer.
    var url: Range<Int> { get }
    func record(entry: Int) -> Record
}
