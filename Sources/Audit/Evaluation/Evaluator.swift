internal import AppClips
internal import Geodesy
internal import Registry

/// Turns what a shard of the ledger holds into audited tags; those that are certainly fine are only counted.
struct Evaluator: Sendable {
    /// What came out of one or more shards.
    struct Result: Sendable {
        var tally: Tally
        var tags: [AuditedTag] = []
        var marks = ChipMarks()
    }

    let stores: StoreMap
    let reader: ContentReader
    let lots: LotNumbers
    let rules: AuditRules
    let known: KnownTags
    /// Whether no tag is merely counted.
    let keepsEveryTag: Bool

    let quickInside: QuickInside
    let experienceStores: [Int?]

    init(_ scope: AuditScope, rules: AuditRules, keepsEveryTag: Bool) {
        stores = StoreMap(scope.stores)
        reader = ContentReader(scope, planned: PlannedTags(scope.tags))
        lots = LotNumbers(reader.planned)
        self.rules = rules
        known = KnownTags(scope.knownTags)
        self.keepsEveryTag = keepsEveryTag
        quickInside = QuickInside(scope.stores, model: rules.errorModel)
        experienceStores = reader.experienceStores(stores)
    }

    func emptyResult() -> Result {
        Result(tally: Tally(planned: reader.planned.tags.count))
    }

    /// Adds the tags of a shard. `only`: these entries and no others, none of them merely counted. `fixes`: room that is
    /// used again.
    func evaluate(
        _ shard: borrowing Ledger<PackedVisit>.Shard, number: Int, only: Set<Int>? = nil,
        fixes: inout GroupedFixes, into result: inout Result
    ) {
        fixes.take(shard)
        let groups = SameURLs(shard.contents)
        if only == nil {
            let singles = groups.singles
            for entry in count(singles, of: shard.contents, fixes, number, into: &result) {
                add(shard.contents, entry, fixes.folded(entry), fixes.lastSeen(entry), number, &result)
            }
        }
        for first in 0..<shard.contents.count where groups.isFirst(first) {
            if only == nil, groups.next(first) == nil { continue }
            let group = groups.all(from: first)
            if let only, !group.contains(where: only.contains) { continue }
            let chips = group.filter { shard.contents.hasChip($0) }
            // Sightings without a chip belong to the chip that carries the same URL when there is exactly one.
            if chips.count == 1, let owner = chips.first, group.count > 1, isItsOwn(owner, shard.contents) {
                // Folded by entry first: what was folded away while reading makes no difference then.
                let merged = GroupedFixes.folded(group.flatMap(fixes.folded))
                let seen = group.map(fixes.lastSeen).max() ?? 0
                if only == nil,
                    count(owner, of: shard.contents, merged.span, lastSeen: seen, number, into: &result)
                {
                    continue
                }
                add(shard.contents, owner, merged, seen, number, &result)
                continue
            }
            for entry in group {
                let folded = fixes.folded(entry)
                let seen = fixes.lastSeen(entry)
                if only == nil, chips.count < 2,
                    count(entry, of: shard.contents, folded.span, lastSeen: seen, number, into: &result)
                {
                    continue
                }
                add(shard.contents, entry, folded, seen, number, &result)
            }
        }
    }

    /// Whether the journal does not say that this chip carries another URL.
    private func isItsOwn(_ entry: Int, _ contents: borrowing ContentTable) -> Bool {
        guard let uid = contents.chip(entry).uid, let tag = reader.planned.tag(on: uid) else { return true }
        return tag.url == contents.url(entry)
    }

    private func add(
        _ contents: borrowing ContentTable, _ entry: Int, _ visits: [PackedVisit], _ lastSeen: UInt32, _ shard: Int,
        _ result: inout Result
    ) {
        let chip = contents.chip(entry)
        guard let tag = tag(contents.url(entry), chip.uid, visits, lastSeen) else { return }
        result.tags.append(tag)
        if !chip.isNone {
            let identifier = Array((tag.reading.tagID?.text ?? "").utf8)
            let digest = identifier.isEmpty ? nil : ContentHash.hash(identifier.span, 0..<identifier.count)
            result.marks.append(ChipMark(tag: digest, chip: chip, shard: shard, entry: entry))
        }
    }

    /// What follows from the visits to a tag; nil without any.
    func tag(_ url: String, _ uid: ChipUID?, _ visits: [PackedVisit], _ lastSeen: UInt32) -> AuditedTag? {
        AuditedTag(
            url: url, uid: uid, fixes: visits.map(\.fix), lastSeen: lastSeen, reading: reader.read(url),
            stores: stores, model: rules.errorModel, lastInside: known.lastInside(url, uid))
    }

    /// Takes back what was counted of a tag that is looked at after all.
    func uncount(_ tag: AuditedTag, in tally: inout Tally) {
        guard let store = tag.store.flatMap({ stores.position(of: $0.id) }) else { return }
        tally.removeInside(lot: lots.number(tag: tag.reading.tagPosition, hasChip: tag.uid != nil), store: store)
    }
}
