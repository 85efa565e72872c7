internal import AppClips
internal import Geodesy
internal import Registry

/// Turns what a shard of the ledger holds into audited tags; those that are certainly fine are only counted.
struct Evaluator: Sendable {
    /// What came out of one or more shards.
    struct Result: Sendable {
        var tally: Tally
        var tags: [AuditedTag] = []
        var marks: [ChipMark] = []
    }

    let stores: StoreMap
    let reader: ContentReader
    let lots: LotNumbers
    let rules: AuditRules
    let known: KnownTags
    /// Whether no tag is merely counted.
    let keepsEveryTag: Bool

    private let quickInside: QuickInside
    private let experienceStores: [Int?]

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

    /// Adds the tags of a shard. `only`: these entries and no others, none of them merely counted.
    func evaluate(
        _ shard: Ledger<PackedVisit>.Shard, number: Int, only: Set<Int>? = nil, into result: inout Result
    ) {
        let (records, starts) = shard.log.folded(entries: shard.contents.count)
        let lastSeen = shard.lastSeen()
        let groups = SameURLs(shard.contents)
        for first in 0..<shard.contents.count where groups.isFirst(first) {
            if only == nil, groups.next(first) == nil {
                let visits = records[starts[first]..<starts[first + 1]]
                add(shard.contents, first, visits, lastSeen[first], number, isKept: false, &result)
                continue
            }
            let group = groups.all(from: first)
            if let only, !group.contains(where: only.contains) { continue }
            let chips = group.filter(shard.contents.hasChip)
            // Sightings without a chip belong to the chip that carries the same URL when there is exactly one.
            if chips.count == 1, let owner = chips.first, group.count > 1, isItsOwn(owner, shard.contents) {
                var merged = group.flatMap { records[starts[$0]..<starts[$0 + 1]] }
                PackedVisit.fold(&merged)
                let last = group.map { lastSeen[$0] }.max() ?? 0
                add(shard.contents, owner, merged[...], last, number, isKept: only != nil, &result)
                continue
            }
            for entry in group {
                let visits = records[starts[entry]..<starts[entry + 1]]
                let isKept = only != nil || chips.count > 1
                add(shard.contents, entry, visits, lastSeen[entry], number, isKept: isKept, &result)
            }
        }
    }

    /// Whether the journal does not say that this chip carries another URL.
    private func isItsOwn(_ entry: Int, _ contents: ContentTable) -> Bool {
        guard let uid = contents.chip(entry).uid, let tag = reader.planned.tag(on: uid) else { return true }
        return tag.url == contents.url(entry)
    }

    private func add(
        _ contents: ContentTable, _ entry: Int, _ visits: ArraySlice<PackedVisit>, _ lastSeen: UInt32, _ shard: Int,
        isKept: Bool, _ result: inout Result
    ) {
        let chip = contents.chip(entry)
        if !isKept, !keepsEveryTag, lastSeen >= rules.staleBefore {
            let quick = contents.withContent(entry) { bytes, url in
                reader.quick(bytes, url, chip, stores: stores, experienceStores: experienceStores)
            }
            if let quick, quickInside.proves(visits, in: quick.store) {
                result.tally.addInside(
                    lot: lots.number(tag: quick.tag, hasChip: !chip.isNone), store: quick.store, tag: quick.tag)
                if !chip.isNone {
                    result.marks.append(
                        ChipMark(
                            tag: quick.tagDigest ?? 0, chip: chip.digest, shard: Int32(shard), entry: Int32(entry)))
                }
                return
            }
        }
        let url = contents.url(entry)
        let tag = AuditedTag(
            url: url, uid: chip.uid, fixes: visits.map(\.fix), lastSeen: lastSeen, reading: reader.read(url),
            stores: stores, model: rules.errorModel, lastInside: known.lastInside(url, chip.uid))
        guard let tag else { return }
        result.tags.append(tag)
        if !chip.isNone {
            let identifier = Array((tag.reading.tagID?.text ?? "").utf8)
            let digest = identifier.isEmpty ? 0 : ContentHash.hash(identifier.span, 0..<identifier.count)
            result.marks.append(ChipMark(tag: digest, chip: chip.digest, shard: Int32(shard), entry: Int32(entry)))
        }
    }

    /// Takes back what was counted of a tag that is looked at after all.
    func uncount(_ tag: AuditedTag, in tally: inout Tally) {
        guard let store = tag.store.flatMap({ stores.position(of: $0.id) }) else { return }
        tally.removeInside(lot: lots.number(tag: tag.reading.tagPosition, hasChip: tag.uid != nil), store: store)
    }
}
