internal import Registry

/// What is known of tags about which nothing is remarkable: how many, and whose.
struct Tally: Sendable {
    /// The tags of one lot for one store.
    struct Group: Hashable, Sendable {
        let lot: Lot
        let store: StoreID
    }

    /// Tags that are certainly inside, by number of the lot and position of the store.
    private var counts: [UInt64: Int] = [:]
    private(set) var inside = 0
    /// Which provisioned tags were seen.
    private(set) var seen: [Bool]

    init(planned: Int) {
        seen = Array(repeating: false, count: planned)
    }

    mutating func addInside(lot: Int, store: Int, tag: Int?) {
        counts[UInt64(lot) << 32 | UInt64(store), default: 0] += 1
        inside += 1
        if let tag { seen[tag] = true }
    }

    /// Takes back a tag that is looked at after all.
    mutating func removeInside(lot: Int, store: Int) {
        let key = UInt64(lot) << 32 | UInt64(store)
        guard let count = counts[key] else { return }
        counts[key] = count > 1 ? count - 1 : nil
        inside -= 1
    }

    mutating func merge(_ other: Tally) {
        counts.merge(other.counts, uniquingKeysWith: +)
        inside += other.inside
        for (position, wasSeen) in other.seen.enumerated() where wasSeen { seen[position] = true }
    }

    /// The counts by name.
    func groups(lots: LotNumbers, stores: StoreMap) -> [Group: Int] {
        var groups: [Group: Int] = [:]
        for (key, count) in counts {
            let group = Group(lot: lots.lots[Int(key >> 32)], store: stores.all[Int(key & 0xFFFF_FFFF)].id)
            groups[group, default: 0] += count
        }
        return groups
    }
}

/// Numbers for lots, so that a tag need not name its own.
struct LotNumbers: Sendable {
    let lots: [Lot]
    /// The lot of each provisioned tag.
    private let ofTags: [Int]

    init(_ planned: PlannedTags) {
        var lots: [Lot] = [.visualCodes, .chips]
        var numbers: [BatchName: Int] = [:]
        ofTags = planned.tags.map { tag in
            if let number = numbers[tag.batch] { return number }
            numbers[tag.batch] = lots.count
            lots.append(.batch(tag.batch))
            return lots.count - 1
        }
        self.lots = lots
    }

    func number(tag: Int?, hasChip: Bool) -> Int {
        tag.map { ofTags[$0] } ?? (hasChip ? 1 : 0)
    }
}
