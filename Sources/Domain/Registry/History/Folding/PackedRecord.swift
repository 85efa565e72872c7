/// What is held about an entry, and how much of it is kept: by the ledger of an audit and by the history, alike.
public protocol PackedRecord: BitwiseCopyable, Sendable {
    var entry: Int { get }
    /// The latest moment counts as last seen, even when the record itself is not kept.
    var time: UInt32 { get }
    /// How many records of one entry are kept at most.
    static var limit: Int { get }
    /// Takes a record to those that are kept of its entry, which are in the order in which this leaves them. What is kept
    /// in the end is the same whatever the order of the records was, and however often one came. Returns whether it is kept.
    @discardableResult
    static func keep(_ record: Self, in kept: inout [Self]) -> Bool
}

extension PackedRecord {
    /// Reduces the records of one entry to those that are kept.
    public static func fold(_ group: inout [Self]) {
        var kept: [Self] = []
        // One more while it is decided which of them goes.
        kept.reserveCapacity(min(limit + 1, group.count))
        for record in group { keep(record, in: &kept) }
        group = kept
    }

    /// Puts a record in the last place, whatever is there, and moves it to where the order says.
    @inline(__always)
    static func place(_ record: Self, in kept: inout [Self], _ precedes: (Self, Self) -> Bool) {
        var order = kept.mutableSpan
        var place = order.count - 1
        while place > 0, precedes(record, order[place - 1]) {
            order[place] = order[place - 1]
            place -= 1
        }
        order[place] = record
    }
}
