internal import AuditLedger

/// Where a tag with a chip is in the ledger, to find the same identifier or the same chip elsewhere.
///
/// In 16 bytes: of a million chips two share 49 bits of a digest by chance once in a thousand audits. Then two tags are
/// looked at that need not be.
struct ChipMark: BitwiseCopyable, Sendable {
    /// 49 bits of the digest of the tag's identifier, and 15 bits of the place.
    private let tagAndPlace: UInt64
    /// 50 bits of the chip's hash, and the other 14 bits of the place.
    private let chipAndPlace: UInt64

    /// `tag`: digest of the tag's identifier, nil when the content names none.
    init(tag: UInt64?, chip: PackedChip, shard: Int, entry: Int) {
        let place = UInt64(truncatingIfNeeded: shard) << 20 | UInt64(truncatingIfNeeded: entry)
        tagAndPlace = (tag.map { max(1, $0 >> 15) } ?? 0) << 15 | place & 0x7FFF
        chipAndPlace = max(1, chip.hash >> 14) << 14 | place >> 15
    }

    /// 0 when the content names none.
    var tag: UInt64 { tagAndPlace >> 15 }
    var chip: UInt64 { chipAndPlace >> 14 }
    var shard: Int { Int(place >> 20) }
    /// Below `PackedVisit.entryLimit`.
    var entry: Int { Int(place & 0xF_FFFF) }

    private var place: UInt64 { (chipAndPlace & 0x3FFF) << 15 | tagAndPlace & 0x7FFF }
}
