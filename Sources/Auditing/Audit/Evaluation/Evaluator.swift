internal import AppClips
internal import AuditLedger
internal import Chips
internal import Geodesy
internal import Registry

/// Turns what a shard of the ledger holds into audited tags; those that are certainly fine are only counted.
struct Evaluator: Sendable {
    /// What came out of one or more shards.
    struct Result: Sendable {
        var tally: Tally
        var tags: [AuditedTag] = []
        /// Of the tags that were merely counted, when they are recorded.
        var counted: [CountedTag] = []
        var marks = ChipMarks()
        /// Whether tags share an identifier or a chip.
        var hasDoubles = false
        var refusals = RefusedURLs()
    }

    let stores: StoreMap
    let reader: ContentReader
    let lots: LotNumbers
    private(set) var rules: AuditRules
    private(set) var known: KnownTags
    /// Whether no tag is merely counted.
    private(set) var keepsEveryTag: Bool
    /// Whether a verdict is made for each tag that is merely counted.
    private(set) var recordsCounted: Bool

    let fastInside: FastInside
    let experienceStores: [Int?]

    init(_ scope: AuditScope, rules: AuditRules, keepsEveryTag: Bool, recordsCounted: Bool = false) {
        reader = ContentReader(scope, planned: PlannedTags(scope.tags, former: scope.formerCarriers))
        stores = StoreMap(scope.stores, reader.finder.directory, seenFrom: scope.templates.first?.deployment)
        lots = LotNumbers(reader.planned)
        self.rules = rules
        known = KnownTags(scope.knownTags)
        self.keepsEveryTag = keepsEveryTag
        self.recordsCounted = recordsCounted
        fastInside = FastInside(scope.stores, model: rules.errorModel)
        experienceStores = reader.experienceStores(stores)
    }

    /// The same tables for another question. The error model is the one that they were made with.
    func asked(_ rules: AuditRules, known: KnownTags, keepingEveryTag: Bool, recording: Bool) -> Self {
        var evaluator = self
        (evaluator.rules, evaluator.known) = (rules, known)
        (evaluator.keepsEveryTag, evaluator.recordsCounted) = (keepingEveryTag, recording)
        return evaluator
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
        if only == nil { result.tally.addRepeated(shard.dropped) }
        let groups = SameURLs(shard.contents)
        if only == nil {
            let singles = groups.singles
            for entry in count(singles, of: shard.contents, fixes, shard: number, into: &result) {
                let rows = fixes.range(entry).count
                add(
                    entry, of: shard.contents, fixes.folded(entry), rows: rows, lastSeen: fixes.lastSeen(entry),
                    shard: number,
                    to: &result)
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
                let rows = group.reduce(0) { $0 + fixes.range($1).count }
                let seen = group.map(fixes.lastSeen).max() ?? 0
                if only == nil,
                    count(
                        owner, of: shard.contents, merged.span, rows: rows, lastSeen: seen, shard: number, into: &result
                    )
                {
                    continue
                }
                add(owner, of: shard.contents, merged, rows: rows, lastSeen: seen, shard: number, to: &result)
                continue
            }
            for entry in group {
                let folded = fixes.folded(entry)
                let rows = fixes.range(entry).count
                let seen = fixes.lastSeen(entry)
                if only == nil, chips.count < 2,
                    count(
                        entry, of: shard.contents, folded.span, rows: rows, lastSeen: seen, shard: number, into: &result
                    )
                {
                    continue
                }
                add(entry, of: shard.contents, folded, rows: rows, lastSeen: seen, shard: number, to: &result)
            }
        }
    }

    /// Whether the journal does not say that this chip carries another URL.
    private func isItsOwn(_ entry: Int, _ contents: borrowing ContentTable) -> Bool {
        guard let uid = contents.chip(entry).uid else { return true }
        let url = contents.url(entry)
        // What a phone sees of this content may be on the chip that took this one's place.
        guard let tag = reader.planned.tag(on: uid) else { return reader.planned.former(on: uid, url: url) == nil }
        return tag.isNamed(by: url)
    }

    private func add(
        _ entry: Int, of contents: borrowing ContentTable, _ visits: [PackedVisit], rows: Int, lastSeen: UInt32,
        shard: Int, to result: inout Result
    ) {
        let chip = contents.chip(entry)
        guard let tag = tag(contents.url(entry), on: chip.uid, visits, rows: rows, lastSeen: lastSeen) else { return }
        result.tags.append(tag)
        if !chip.isNone {
            let identifier = Array((tag.reading.tagID?.text ?? "").utf8)
            let digest = identifier.isEmpty ? nil : NameDigest(identifier.span, 0..<identifier.count).half
            result.marks.append(ChipMark(tag: digest, chip: chip, shard: shard, entry: entry))
        }
    }

    /// What follows from the visits to a tag, to which so many rows have come; nil without any.
    func tag(
        _ url: String, on uid: ChipUID?, _ visits: [PackedVisit], rows: Int, lastSeen: UInt32
    ) -> AuditedTag? {
        AuditedTag(
            url: url, uid: uid, fixes: visits.map(\.fix), rows: rows, lastSeen: lastSeen, reading: reader.read(url),
            stores: stores, model: rules.errorModel, lastInside: known.lastInside(url, uid))
    }

    /// Takes back what was counted of a tag that is looked at after all.
    func uncount(_ tag: AuditedTag, in tally: inout Tally) {
        guard let store = tag.storePosition else { return }
        let lot = lots.number(of: tag)
        tally.removeInside(lot: lot, store: store, isOnChip: tag.uid != nil, rows: tag.rows)
    }
}
