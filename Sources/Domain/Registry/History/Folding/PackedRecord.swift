/// What is held about an entry, and how much of it is kept: by the ledger of an audit and by the history, alike.
public protocol PackedRecord: BitwiseCopyable, Sendable {
    var entry: Int { get }
    /// The latest moment counts as last seen, even when the record itself is not kept.
    var time: UInt32 { get }
    /// How many records of one entry folding keeps at most.
    static var limit: Int { get }
    /// Reduces the records of one entry to those that are kept, the same whatever their order was, and when records that
    /// were folded before come in between.
    static func fold(_ group: inout [Self])
}
