internal import AuditLedger
internal import Geodesy
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
            let fixes = tag.whereabouts.fixes
            let verdicts = fixes.map { Judgement(AgreedPosition($0), in: region, model: rules.errorModel).verdict }
            // One bad fix is not a second label.
            let away = zip(fixes, verdicts).filter { $1 == .outside && isConfirmed($0, fixes) }.map(\.0)
            guard verdicts.contains(.inside), let first = away.first else { return nil }
            let other = stores.store(at: AgreedPosition(first), model: rules.errorModel)
            let place =
                other.map { "at \($0.name)" }
                ?? "\(DistanceText.text(region.centre.distance(to: first.place))) from \(store.name)"
            var evidence = Self.evidence(of: [tag])
            evidence.place = first.place
            evidence.visitsLeftOut = away.count
            evidence.reason = "the journal has \(own.prints) labels of it"
            let finding = Finding(
                code: .inconsistent, severity: .warning, stores: [store.id] + (other.map { [$0.id] } ?? []),
                tags: [tag.label],
                message:
                    "a reprinted label still hangs: the label of tag \(tag.label) was printed \(own.prints) times, "
                    + "and is seen at \(store.name) and \(place)",
                next: "Take down the label \(place); leave the one at \(store.name). It was not copied: it is yours.",
                evidence: evidence)
            return Cause(finding: finding, tags: [position])
        }
    }
}
