package import Registry

/// The fixes of a shard, entry by entry. One shard's room serves for the next.
package struct GroupedFixes: Sendable {
    /// All of them; those of one entry are a range.
    package private(set) var records: [PackedVisit] = []
    private var starts: [Int] = []
    private var earlier: [UInt32] = []

    package init() {}

    package mutating func take(_ shard: borrowing Ledger<PackedVisit>.Shard) {
        shard.log.group(entries: shard.contents.count, into: &records, &starts)
        earlier = shard.lastTimes
    }

    package func range(_ entry: Int) -> Range<Int> { starts[entry]..<starts[entry + 1] }

    /// One fix for each visit.
    package func folded(_ entry: Int) -> [PackedVisit] { Self.folded(Array(records[range(entry)])) }

    package static func folded(_ fixes: [PackedVisit]) -> [PackedVisit] {
        var visits = fixes
        if visits.count > 1 { PackedVisit.fold(&visits) }
        return visits
    }

    /// Seconds since 1970, with what was folded away while reading.
    package func lastSeen(_ entry: Int) -> UInt32 {
        var last = entry < earlier.count ? earlier[entry] : 0
        for index in range(entry) { last = max(last, records[index].time) }
        return last
    }
}
