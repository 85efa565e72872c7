internal import AuditLedger
internal import Registry

/// What earlier audits have settled, added up: all that the causes ask of tags that are not judged again.
struct SettledSummary: Sendable {
    private(set) var tally: Tally
    private(set) var contents = 0
    private(set) var sightings = 0
    private(set) var confirmations = 0
    /// Seconds since 1970 of the last sighting of a tag, by the store that tags are at.
    private(set) var lastSeen: [StoreID: Int64] = [:]

    init(planned: Int) { tally = Tally(planned: planned) }

    /// False for tags whose store or batch is not known any more: then they have to be judged.
    mutating func add(_ sum: SettledSum, _ evaluator: Evaluator) -> Bool {
        if sum.contents == 0 { return true }
        if let id = sum.group.store {
            guard let store = evaluator.stores.position(of: id),
                let lot = evaluator.lots.number(batch: sum.group.batch, isOnChip: sum.group.isOnChip)
            else { return false }
            tally.addInside(
                lot: lot, store: store, tags: sum.contents, areOnChips: sum.group.isOnChip, rows: sum.sightings,
                visits: sum.visits)
            if let first = sum.firstVisit { tally.note(firstVisit: UInt32(clamping: first)) }
            lastSeen[id] = max(lastSeen[id] ?? .min, sum.lastSeen ?? .min)
        } else {
            tally.addRepeated(sum.sightings)
        }
        contents += sum.contents
        sightings += sum.sightings
        confirmations += sum.confirmations
        return true
    }

    /// Notes that provisioned tags were seen, by the digests of their identifiers. False when one of them is not known any
    /// more.
    mutating func see(_ tags: [NameDigest], _ evaluator: Evaluator) -> Bool {
        let planned = evaluator.reader.planned
        for tag in tags { planned.prefetch(identifier: tag) }
        var areKnown = true
        for tag in tags {
            if let position = planned.position(identifier: tag) { tally.see(position) } else { areKnown = false }
        }
        return areKnown
    }
}
