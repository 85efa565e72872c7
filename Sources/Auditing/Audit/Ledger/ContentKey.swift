/// The ledger's key of a URL on a chip, or on none.
struct ContentKey: BitwiseCopyable, Sendable, Equatable {
    /// Of the URL and the chip.
    let digest: ContentDigest
    /// Of the URL alone: equal for the same URL on different chips.
    let urlHash: UInt32

    @inline(__always)
    init(url: ContentDigest, chip: PackedChip) {
        var digest = url
        if !chip.isNone {
            digest.add(chip.high, .process)
            digest.add(UInt64(chip.low) | UInt64(truncatingIfNeeded: chip.count) << 16, .process)
        }
        self.digest = digest
        urlHash = UInt32(truncatingIfNeeded: url.second)
    }
}
