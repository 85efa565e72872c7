internal import AuditLedger
internal import Registry

/// What is known of tags about which nothing is remarkable: how many, and whose.
struct Tally: Sendable {
    /// Tags that are certainly inside, by number of the lot and position of the store.
    private var counts: [UInt64: Int] = [:]
    private(set) var inside = 0
    /// Of these, tags whose chip was read.
    private(set) var onChips = 0
    /// What became of their rows, and of those that were folded away while they were read.
    private(set) var rows = RowFates()
    /// Which provisioned tags were seen.
    private(set) var seen: [Bool]
    /// Seconds since 1970 of the first visit to any of them, as far as `note` heard of them.
    private(set) var firstVisit: UInt32?

    init(planned: Int) {
        seen = Array(repeating: false, count: planned)
    }

    /// Of the first two lots, which are those of audits without batches, by position of the store.
    private var common: [Int32] = []

    /// Counts rows that folding took away.
    mutating func addRepeated(_ rows: Int) { self.rows.repeated += rows }

    /// So many tags, of which `rows` have come to so many `visits`.
    mutating func addInside(lot: Int, store: Int, tags: Int = 1, areOnChips: Bool, rows: Int, visits: Int) {
        self.rows.visits += visits
        self.rows.repeated += rows - visits
        if lot < 2 {
            if common.count <= 2 * store + 1 { common += Array(repeating: 0, count: 2 * store + 2 - common.count) }
            common[2 * store + lot] += Int32(truncatingIfNeeded: tags)
        } else {
            counts[UInt64(lot) << 32 | UInt64(store), default: 0] += tags
        }
        inside += tags
        if areOnChips { onChips += tags }
    }

    /// Notes that a provisioned tag was seen.
    @inline(__always)
    mutating func see(_ tag: Int) { seen[tag] = true }

    /// Hears of the first visit to a tag, in seconds since 1970.
    mutating func note(firstVisit time: UInt32) { firstVisit = min(firstVisit ?? time, time) }

    /// Asks for a store's count before it is needed.
    @inline(__always)
    func prefetch(store: Int) { common.prefetch(2 * store) }

    /// Takes back a tag that is looked at after all.
    mutating func removeInside(lot: Int, store: Int, isOnChip: Bool, rows: RowFates) {
        inside -= 1
        if isOnChip { onChips -= 1 }
        self.rows -= rows
        if lot < 2 {
            common[2 * store + lot] -= 1
        } else {
            let key = UInt64(lot) << 32 | UInt64(store)
            counts[key] = counts[key].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
    }

    mutating func merge(_ other: Tally) {
        counts.merge(other.counts, uniquingKeysWith: +)
        if common.count < other.common.count {
            common += Array(repeating: 0, count: other.common.count - common.count)
        }
        for (position, count) in other.common.enumerated() { common[position] += count }
        inside += other.inside
        onChips += other.onChips
        rows += other.rows
        if let first = other.firstVisit { note(firstVisit: first) }
        for (position, wasSeen) in other.seen.enumerated() where wasSeen { seen[position] = true }
    }

    /// Tags by number of the lot and position of the store.
    func count(lot: Int, store: Int) -> Int {
        if lot >= 2 { return counts[UInt64(lot) << 32 | UInt64(store)] ?? 0 }
        return 2 * store + lot < common.count ? Int(common[2 * store + lot]) : 0
    }

    /// How many tags of each batch are at each store, by its position.
    var ofBatches: some Sequence<(store: Int, count: Int)> {
        counts.lazy.map { (store: Int($0 & 0xFFFF_FFFF), count: $1) }
    }
}

/// Numbers for lots, so that a tag need not name its own.
struct LotNumbers: Sendable {
    let lots: [Lot]
    private let ofBatches: [BatchName: Int]
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
        ofBatches = numbers
    }

    func number(tag: Int?, hasChip: Bool) -> Int {
        tag.map { ofTags[$0] } ?? (hasChip ? 1 : 0)
    }

    func number(of tag: AuditedTag) -> Int { number(tag: tag.reading.tagPosition, hasChip: tag.uid != nil) }

    /// Nil for a batch without a tag.
    func number(batch: BatchName?, isOnChip: Bool) -> Int? {
        if let batch { ofBatches[batch] } else { isOnChip ? 1 : 0 }
    }
}
