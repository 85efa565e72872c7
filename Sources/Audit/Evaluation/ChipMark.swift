/// Where a tag with a chip is in the ledger, to find the same identifier or the same chip elsewhere.
///
/// Digests so short that some of them are equal by chance: then a tag is looked at that need not be.
struct ChipMark: BitwiseCopyable, Sendable {
    /// Of the tag's identifier; 0 when the content names none.
    let tag: UInt32
    let chip: UInt32
    private let place: UInt32

    /// `tag`: digest of the tag's identifier, nil when the content names none.
    init(tag: UInt64?, chip: PackedChip, shard: Int, entry: Int) {
        self.tag = tag.map(Self.short) ?? 0
        self.chip = Self.short(chip.digest)
        place = UInt32(truncatingIfNeeded: shard) << 20 | UInt32(truncatingIfNeeded: entry)
    }

    var shard: Int { Int(place >> 20) }
    /// Below `PackedVisit.entryLimit`.
    var entry: Int { Int(place & 0xF_FFFF) }

    private static func short(_ digest: UInt64) -> UInt32 { max(1, UInt32(truncatingIfNeeded: digest >> 32)) }
}
