internal import Registry

/// What earlier audits have settled, added up: all that the causes ask of tags that are not judged again.
struct SettledSummary: Sendable {
    private(set) var tally: Tally
    private(set) var contents = 0
    private(set) var sightings = 0
    private(set) var confirmations = 0
    /// Stores that tags are at.
    private(set) var stores: Set<StoreID> = []
    /// Seconds since 1970 of the last sighting of a tag.
    private(set) var lastSeen: Int64?

    init(planned: Int) { tally = Tally(planned: planned) }

    /// False for a tag whose store or plan is not known any more: then it has to be judged.
    mutating func add(_ content: SettledPart, _ evaluator: Evaluator) -> Bool {
        if let tag = content.tag {
            guard let store = evaluator.stores.position(of: tag.store) else { return false }
            var position: Int?
            if let id = tag.tag {
                position = evaluator.reader.planned.position(id: id)
                guard position != nil else { return false }
            }
            let lot = evaluator.lots.number(tag: position, hasChip: content.isOnChip)
            tally.addSettled(lot: lot, store: store, tag: position, visits: tag.visits, firstVisit: tag.firstVisit)
            stores.insert(tag.store)
            lastSeen = max(lastSeen ?? tag.lastSeen, tag.lastSeen)
            tally.addRepeated(-tag.visits)
        }
        contents += 1
        tally.addRepeated(content.sightings)
        sightings += content.sightings
        confirmations += content.confirmations
        return true
    }
}
