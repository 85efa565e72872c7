internal import AuditLedger
internal import Registry

extension SettledSummary {
    private static let tagsAtATime = 256

    /// All that is settled but for contents that are judged, settled or not. Nil when it is of a store, a batch or a tag
    /// that the evaluator's plan does not know.
    init?(_ evidence: any JudgingEvidence, besides judged: Set<UInt128>, _ evaluator: Evaluator) throws {
        self.init(planned: evaluator.reader.planned.tags.count)
        var again: [SettledGroup: [SettledSum]] = [:]
        try evidence.settledParts(numbers: judged.sorted()) { again[$1.group, default: []].append($1) }
        var isKnown = true
        try evidence.settledSums { whole in
            var sum = whole
            var isExact = true
            for part in again[sum.group] ?? [] where !sum.remove(part) { isExact = false }
            if !isExact {
                sum = SettledSum(sum.group)
                try evidence.settledParts(of: sum.group) { if !judged.contains($0) { sum.add($1) } }
            }
            if !add(sum, evaluator) { isKnown = false }
        }
        // Many at a time: each is somewhere else in the table of the plan's identifiers.
        var tags: [NameDigest] = []
        func see() {
            if !self.see(tags, evaluator) { isKnown = false }
            tags.removeAll(keepingCapacity: true)
        }
        try evidence.settledTags { number, tag in
            if judged.contains(number) { return }
            tags.append(NameDigest(tag, 0..<tag.count))
            if tags.count == Self.tagsAtATime { see() }
        }
        see()
        if !isKnown { return nil }
    }
}
