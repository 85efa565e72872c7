/// Where a tag with a chip is in the ledger, to find the same identifier or the same chip elsewhere.
struct ChipMark: BitwiseCopyable, Sendable {
    /// Digest of the tag's identifier; 0 when the content names none.
    let tag: UInt64
    let chip: UInt64
    let shard: Int32
    let entry: Int32
}
