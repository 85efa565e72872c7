internal import Geodesy
internal import Registry

/// Tags that are certainly fine are only counted.
extension Evaluator {
    /// A tag on its way: one after the other they would wait for the memory longer than everything else takes.
    private struct Candidate {
        let entry: Int
        let chip: PackedChip
        let content: QuickContent
        var quick: ContentReader.Quick?
    }

    /// How many are on their way together.
    private static let together = 64

    /// Counts those of these entries that are certainly fine, each the only one with its URL. Returns the others.
    func count(
        _ entries: [Int], of contents: borrowing ContentTable, _ fixes: GroupedFixes, _ shard: Int,
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
                guard fixes.lastSeen(entry) >= rules.staleBefore, let content = content(contents, entry, &url) else {
                    others.append(entry)
                    continue
                }
                candidates.append(Candidate(entry: entry, chip: contents.chip(entry), content: content))
            }
            for candidate in candidates { reader.prefetch(candidate.content, stores) }
            for index in candidates.indices {
                candidates[index].quick = quick(candidates[index].content, candidates[index].chip)
            }
            for candidate in candidates {
                guard let quick = candidate.quick else { continue }
                quickInside.prefetch(quick.store)
                result.tally.prefetch(store: quick.store)
            }
            for candidate in candidates {
                let visits = fixes.records.span.extracting(fixes.range(candidate.entry))
                guard let quick = candidate.quick, isInside(visits, quick) else {
                    others.append(candidate.entry)
                    continue
                }
                note(quick, candidate.content, candidate.chip, shard, candidate.entry, in: &result)
            }
        }
        return others
    }

    /// Counts a tag that is certainly fine; false when it must be looked at. The fixes may be folded or not.
    func count(
        _ entry: Int, of contents: borrowing ContentTable, _ fixes: Span<PackedVisit>, lastSeen: UInt32, _ shard: Int,
        into result: inout Result
    ) -> Bool {
        guard !keepsEveryTag, lastSeen >= rules.staleBefore else { return false }
        var url: [UInt8] = []
        let chip = contents.chip(entry)
        guard let content = content(contents, entry, &url), let quick = quick(content, chip), isInside(fixes, quick)
        else { return false }
        note(quick, content, chip, shard, entry, in: &result)
        return true
    }

    /// `url` is room that is used again.
    private func content(_ contents: borrowing ContentTable, _ entry: Int, _ url: inout [UInt8]) -> QuickContent? {
        let length = contents.copyURL(entry, to: &url)
        return reader.quickContent(url.span, 0..<length, hasChip: contents.hasChip(entry))
    }

    private func quick(_ content: QuickContent, _ chip: PackedChip) -> ContentReader.Quick? {
        reader.quick(content, chip, stores: stores, experienceStores: experienceStores)
    }

    private func isInside(_ fixes: Span<PackedVisit>, _ quick: ContentReader.Quick) -> Bool {
        if quickInside.proves(fixes, in: quick.store) { return true }
        // Several fixes of one visit must be folded before anything can be proved.
        let visits = GroupedFixes.folded((0..<fixes.count).map { fixes[$0] })
        if visits.count < fixes.count, quickInside.proves(visits.span, in: quick.store) { return true }
        return quickInside.mayHold(visits.span, in: quick.store) && isWhollyInside(visits, quick)
    }

    /// Whether the whole verdict says so of visits that all agree.
    private func isWhollyInside(_ visits: [PackedVisit], _ quick: ContentReader.Quick) -> Bool {
        guard let region = stores.all[quick.store].region,
            let whereabouts = Whereabouts(visits.map(\.fix), model: rules.errorModel),
            whereabouts.leftOut.isEmpty, !whereabouts.isContradictory
        else { return false }
        return Judgement(whereabouts, in: region, model: rules.errorModel).verdict == .inside
    }

    private func note(
        _ quick: ContentReader.Quick, _ content: QuickContent, _ chip: PackedChip, _ shard: Int, _ entry: Int,
        in result: inout Result
    ) {
        result.tally.addInside(
            lot: lots.number(tag: quick.tag, hasChip: !chip.isNone), store: quick.store, tag: quick.tag)
        if chip.isNone { return }
        result.marks.append(ChipMark(tag: content.tagDigest, chip: chip, shard: shard, entry: entry))
    }
}
