internal import AuditLedger
internal import Geodesy
internal import Registry

/// Tags that are certainly fine are only counted.
extension Evaluator {
    /// A tag on its way: one after the other they would wait for the memory longer than everything else takes.
    private struct Candidate {
        let entry: Int
        let chip: PackedChip
        let content: FastContent
        var fast: ContentReader.Fast?
    }

    /// How many are on their way together.
    private static let together = 64

    /// Counts those of these entries that are certainly fine, each the only one with its URL. Returns the others.
    func count(
        _ entries: [Int], of contents: borrowing ContentTable, _ fixes: GroupedFixes, shard: Int,
        into result: inout Result
    ) -> [Int] {
        if keepsEveryTag { return entries }
        var others: [Int] = []
        var candidates: [Candidate] = []
        var url: [UInt8] = []
        for start in stride(from: 0, to: entries.count, by: Self.together) {
            candidates.removeAll(keepingCapacity: true)
            for index in start..<min(start + Self.together, entries.count) {
                let entry = entries[index]
                guard fixes.lastSeen(entry) >= rules.staleBefore, let content = content(of: entry, in: contents, &url)
                else {
                    others.append(entry)
                    continue
                }
                candidates.append(Candidate(entry: entry, chip: contents.chip(entry), content: content))
            }
            for candidate in candidates { reader.prefetch(candidate.content, stores) }
            for index in candidates.indices {
                candidates[index].fast = fast(candidates[index].content, candidates[index].chip)
            }
            for candidate in candidates {
                guard let fast = candidate.fast else { continue }
                fastInside.prefetch(fast.store)
                result.tally.prefetch(store: fast.store)
            }
            for candidate in candidates {
                let visits = fixes.records.span.extracting(fixes.range(candidate.entry))
                guard let fast = candidate.fast, let kept = visitsInside(visits, fast) else {
                    others.append(candidate.entry)
                    continue
                }
                note(
                    fast, candidate.content, on: candidate.chip, rows: visits.count, visits: kept, shard: shard,
                    entry: candidate.entry,
                    in: &result)
                record(
                    fast, fixes: visits, of: candidate.entry, in: contents,
                    lastSeen: fixes.lastSeen(candidate.entry), into: &result)
            }
        }
        return others
    }

    /// Counts a tag that is certainly fine; false when it must be looked at. The fixes, of so many rows, may be folded or
    /// not.
    func count(
        _ entry: Int, of contents: borrowing ContentTable, _ fixes: Span<PackedVisit>, rows: Int, lastSeen: UInt32,
        shard: Int, into result: inout Result
    ) -> Bool {
        guard !keepsEveryTag, lastSeen >= rules.staleBefore else { return false }
        var url: [UInt8] = []
        let chip = contents.chip(entry)
        guard let content = content(of: entry, in: contents, &url), let fast = fast(content, chip),
            let visits = visitsInside(fixes, fast)
        else { return false }
        note(fast, content, on: chip, rows: rows, visits: visits, shard: shard, entry: entry, in: &result)
        record(fast, fixes: fixes, of: entry, in: contents, lastSeen: lastSeen, into: &result)
        return true
    }

    /// `url` is a buffer; its bytes are overwritten.
    private func content(of entry: Int, in contents: borrowing ContentTable, _ url: inout [UInt8]) -> FastContent? {
        let length = contents.copyURL(entry, to: &url)
        return reader.fastContent(url.span, 0..<length, hasChip: contents.hasChip(entry))
    }

    private func fast(_ content: FastContent, _ chip: PackedChip) -> ContentReader.Fast? {
        reader.fast(content, chip, stores: stores, experienceStores: experienceStores)
    }

    /// How many visits there were, when they are certainly called inside.
    private func visitsInside(_ fixes: Span<PackedVisit>, _ fast: ContentReader.Fast) -> Int? {
        if fastInside.proves(fixes, in: fast.store) { return fixes.count }
        // Several fixes of one visit must be folded before anything can be proved.
        let visits = GroupedFixes.folded((0..<fixes.count).map { fixes[$0] })
        if visits.count < fixes.count, fastInside.proves(visits.span, in: fast.store) { return visits.count }
        return fastInside.mayHold(visits.span, in: fast.store) && isWhollyInside(visits, fast) ? visits.count : nil
    }

    /// Whether the whole verdict says so of visits that all agree.
    private func isWhollyInside(_ visits: [PackedVisit], _ fast: ContentReader.Fast) -> Bool {
        guard let region = stores.all[fast.store].region,
            let whereabouts = AgreedPosition(visits.map(\.fix), model: rules.errorModel),
            whereabouts.leftOut.isEmpty, !whereabouts.isContradictory
        else { return false }
        return Judgement(whereabouts, in: region, model: rules.errorModel).verdict == .inside
    }

    private func note(
        _ fast: ContentReader.Fast, _ content: FastContent, on chip: PackedChip, rows: Int, visits: Int, shard: Int,
        entry: Int, in result: inout Result
    ) {
        result.tally.addInside(
            lot: lots.number(tag: fast.tag, hasChip: !chip.isNone), store: fast.store, areOnChips: !chip.isNone,
            rows: rows, visits: visits)
        if let tag = fast.tag { result.tally.see(tag) }
        if chip.isNone { return }
        result.marks.append(ChipMark(tag: content.tagDigest, chip: chip, shard: shard, entry: entry))
    }

    /// What the history asks about a tag that is merely counted: when it was seen first and last, and that it is inside.
    private func record(
        _ fast: ContentReader.Fast, fixes: Span<PackedVisit>, of entry: Int, in contents: borrowing ContentTable,
        lastSeen: UInt32, into result: inout Result
    ) {
        guard recordsCounted || !known.all.isEmpty else { return }
        // What folding leaves: the first fix of all may be a worse one of a later visit's.
        let visits = GroupedFixes.folded(fixes.indices.map { fixes[$0] })
        if let first = visits.map(\.time).min() { result.tally.note(firstVisit: first) }
        guard recordsCounted else { return }
        let (url, uid) = (contents.url(entry), contents.chip(entry).uid)
        let store = stores.all[fast.store].id
        let named = reader.tagID(url)
        let verdict = TagVerdict(
            url: url, uid: uid, label: ContentReading.label(named, uid, url), store: store,
            verdict: Verdict.inside.rawValue, probability: nil, distance: nil, foundStore: store,
            lastSeen: Int64(lastSeen), lastPlaced: visits.map { Int64($0.time) }.max())
        let planned = fast.tag.map { reader.planned.tags[$0] }
        let settled = SettledTag(
            store: store, tag: planned?.id, batch: planned?.batch, named: named, visits: visits.count,
            firstVisit: visits.map { Int64($0.time) }.min() ?? 0, lastSeen: Int64(lastSeen))
        result.counted.append(CountedTag(verdict: verdict, settled: settled))
    }
}
