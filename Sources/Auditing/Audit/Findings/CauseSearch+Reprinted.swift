internal import AuditLedger
internal import Geodesy
internal import Languages
internal import Registry

/// Labels that were printed more than once, by the journal: the old one is not a third party's copy.
extension CauseSearch {
    /// One finding for each tag that is seen both at its own store and elsewhere, and had more than one label.
    func reprinted(except explained: TagPositions) -> [Cause] {
        tags.indices.filter { !explained.contains($0) }.compactMap { position in
            let tag = tags[position]
            guard tag.uid == nil, let own = tag.reading.tag, own.prints > 1, let store = tag.store,
                let region = store.region
            else { return nil }
            // Also of one that its last visits alone place: the label that was seen before may hang still.
            let fixes = tag.everyFix
            let verdicts = fixes.map { Judgement(AgreedPosition($0), in: region, model: rules.errorModel).verdict }
            // One bad fix is not a second label.
            let strays = zip(fixes, verdicts).filter { $1 == .outside && isConfirmed($0, fixes) }.map(\.0)
            guard verdicts.contains(.inside), let first = strays.first, let last = strays.map(\.time).max() else {
                return nil
            }
            let other = stores.store(at: AgreedPosition(first), model: rules.errorModel)
            let values: [String: Sentence.Value] = [
                "tag": .text(tag.label), "prints": .number(own.prints), "store": .text(store.name),
                "other": .text(other?.name ?? ""), "distance": .metres(region.centre.distance(to: first.place)),
            ]
            let away = other == nil ? ".away" : ""
            var evidence = self.evidence(of: [tag])
            evidence.place = first.place
            evidence.visitsLeftOut = strays.count
            evidence.reason = "the journal has \(own.prints) labels of it"
            let finding = Finding(
                code: .inconsistent, severity: .warning, stores: [store.id] + (other.map { [$0.id] } ?? []),
                tags: [tag.label],
                words: FindingWords(
                    Sentence("reprinted\(away)", values), next: Sentence("reprinted.next\(away)", values)),
                // Later visits to the label at its own store say nothing of the other one.
                evidence: evidence, until: last.milliseconds / 1_000)
            return Cause(finding: finding, tags: [position])
        }
    }
}
