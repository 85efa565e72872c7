/// The ledger's key of a URL on a chip, or on none.
struct ContentKey: BitwiseCopyable, Sendable, Equatable {
    /// Of the URL and the chip.
    let hash: UInt64
    /// Of the URL alone: equal for the same URL on different chips.
    let urlHash: UInt32

    @inline(__always)
    init(url: ContentHash, chip: PackedChip) {
        var hash = url
        if !chip.isNone {
            hash.add(chip.high, .process)
            hash.add(UInt64(chip.low) | UInt64(truncatingIfNeeded: chip.count) << 16, .process)
        }
        self.hash = hash.value
        urlHash = UInt32(truncatingIfNeeded: url.value)
    }
}
