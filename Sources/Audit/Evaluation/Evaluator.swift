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
        _ shard: borrowing Ledger<PackedVisit>.Shard, number: Int, only: Set<Int>? = nil, into result: inout Result
    ) {
        let (records, starts) = shard.log.grouped(entries: shard.contents.count)
        let groups = SameURLs(shard.contents)
        var url: [UInt8] = []
        for first in 0..<shard.contents.count where groups.isFirst(first) {
            if only == nil, groups.next(first) == nil {
                let fixes = records.span.extracting(starts[first]..<starts[first + 1])
                let last = lastSeen(fixes, shard.lastTime(first))
                if count(shard.contents, first, fixes, last, number, &url, &result) { continue }
                add(
                    shard.contents, first, Self.folded(records[starts[first]..<starts[first + 1]]), last, number,
                    &result)
                continue
            }
            let group = groups.all(from: first)
            if let only, !group.contains(where: only.contains) { continue }
            let chips = group.filter { shard.contents.hasChip($0) }
            func fixes(_ entry: Int) -> ArraySlice<PackedVisit> { records[starts[entry]..<starts[entry + 1]] }
            func last(_ entry: Int) -> UInt32 { lastSeen(fixes(entry).span, shard.lastTime(entry)) }
            // Sightings without a chip belong to the chip that carries the same URL when there is exactly one.
            if chips.count == 1, let owner = chips.first, group.count > 1, isItsOwn(owner, shard.contents) {
                // Folded by entry first: what was folded away while reading makes no difference then.
                let merged = Self.folded(group.flatMap { Self.folded(fixes($0)) }[...])
                let seen = group.map(last).max() ?? 0
                if only == nil, count(shard.contents, owner, merged.span, seen, number, &url, &result) { continue }
                add(shard.contents, owner, merged, seen, number, &result)
                continue
            }
            for entry in group {
                let folded = Self.folded(fixes(entry))
                let seen = last(entry)
                if only == nil, chips.count < 2, count(shard.contents, entry, folded.span, seen, number, &url, &result)
                {
                    continue
                }
                add(shard.contents, entry, folded, seen, number, &result)
            }
        }
    }

    private static func folded(_ fixes: ArraySlice<PackedVisit>) -> [PackedVisit] {
        var visits = Array(fixes)
        if visits.count > 1 { PackedVisit.fold(&visits) }
        return visits
    }

    /// Seconds since 1970.
    private func lastSeen(_ fixes: Span<PackedVisit>, _ before: UInt32) -> UInt32 {
        var last = before
        for index in 0..<fixes.count { last = max(last, fixes[index].time) }
        return last
    }

    /// Whether the journal does not say that this chip carries another URL.
    private func isItsOwn(_ entry: Int, _ contents: borrowing ContentTable) -> Bool {
        guard let uid = contents.chip(entry).uid, let tag = reader.planned.tag(on: uid) else { return true }
        return tag.url == contents.url(entry)
    }

    /// Counts a tag that is certainly fine; false when it must be looked at. The fixes may be folded or not. `url` is room that
    /// is used again.
    private func count(
        _ contents: borrowing ContentTable, _ entry: Int, _ fixes: Span<PackedVisit>, _ lastSeen: UInt32, _ shard: Int,
        _ url: inout [UInt8], _ result: inout Result
    ) -> Bool {
        guard !keepsEveryTag, lastSeen >= rules.staleBefore else { return false }
        let chip = contents.chip(entry)
        let length = contents.copyURL(entry, to: &url)
        let quick = reader.quick(url.span, 0..<length, chip, stores: stores, experienceStores: experienceStores)
        guard let quick else { return false }
        if !quickInside.proves(fixes, in: quick.store) {
            // Several fixes of one visit must be folded before anything can be proved.
            var visits = (0..<fixes.count).map { fixes[$0] }
            PackedVisit.fold(&visits)
            guard visits.count < fixes.count, quickInside.proves(visits.span, in: quick.store) else { return false }
        }
        result.tally.addInside(
            lot: lots.number(tag: quick.tag, hasChip: !chip.isNone), store: quick.store, tag: quick.tag)
        if !chip.isNone {
            result.marks.append(
                ChipMark(tag: quick.tagDigest ?? 0, chip: chip.digest, shard: Int32(shard), entry: Int32(entry)))
        }
        return true
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
            let digest = identifier.isEmpty ? 0 : ContentHash.hash(identifier.span, 0..<identifier.count)
            result.marks.append(ChipMark(tag: digest, chip: chip.digest, shard: Int32(shard), entry: Int32(entry)))
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
