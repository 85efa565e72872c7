internal import AuditLedger
internal import Chips
internal import Geodesy
internal import Languages
internal import Registry

/// Causes that the chips' identifiers show.
extension CauseSearch {
    /// One finding for each tag identifier on several chips, and for each chip that is in two places at once.
    func cloned(except explained: TagPositions) -> [Cause] {
        var causes: [Cause] = []
        var done = explained
        if mayHaveDoubles {
            let named = positions(except: explained) { tags[$0].uid == nil ? nil : tags[$0].reading.tagID }
            for (id, positions) in named {
                guard positions.contains(where: { tags[$0].uid != tags[positions[0]].uid }) else { continue }
                let reason = Sentence(
                    "cloned.identifier", ["id": .text(id.text), "count": .number(positions.count)])
                causes.append(cloned(positions, reason))
                done.formUnion(positions)
            }
        }
        for (uid, positions) in chips(except: done) {
            guard let journey = impossibleJourney(positions.flatMap { tags[$0].everyFix }) else { continue }
            let reason = Sentence(
                "cloned.journey",
                [
                    "chip": .text(uid.hexadecimal), "distance": .metres(journey.distance),
                    "count": .number(journey.minutes),
                ])
            causes.append(cloned(positions, reason))
        }
        return causes
    }

    /// The positions of the tags on each chip that may have made a journey. Of the fixes of one tag some disagree then:
    /// agreement ends below the five deviations that a journey goes beyond.
    private func chips(except explained: TagPositions) -> [(key: ChipUID, positions: [Int])] {
        if mayHaveDoubles { return positions(except: explained) { tags[$0].uid } }
        return tags.indices.compactMap { position in
            guard tags[position].hasVisitsElsewhere, !explained.contains(position) else { return nil }
            return tags[position].uid.map { ($0, [position]) }
        }
    }

    private func cloned(_ positions: [Int], _ reason: Sentence) -> Cause {
        let group = positions.map { tags[$0] }
        let found = Set(group.flatMap { stores.everyStore(of: $0, model: rules.errorModel).map(\.id) })
        var evidence = self.evidence(of: group)
        evidence.reason = FindingTexts.english.text(reason)
        evidence.chips = Set(group.compactMap { $0.uid?.hexadecimal }).sorted()
        evidence.contents = Self.contents(of: group)
        // The chip that the journal knows is ours.
        let own = group.compactMap { tag in tag.uid.flatMap { planned.tag(on: $0) == nil ? nil : $0.hexadecimal } }
        let named = found.sorted().map(name)
        let at = named.isEmpty ? "" : Sentence.Value.sentence(Sentence("phrase.at", ["stores": .list(named)]))
        let next = own.first.map { Sentence("cloned.next.known", ["chip": .text($0)]) } ?? Sentence("cloned.next")
        let finding = Finding(
            code: .cloned, severity: .critical, stores: found.sorted(),
            tags: Array(Set(Self.labels(of: group))).sorted(),
            words: FindingWords(
                Sentence("cloned", ["tag": .text(group[0].label), "reason": .sentence(reason), "at": at]),
                next: next, Sentence("cloned.next.report")),
            evidence: evidence, until: Self.lastSeen(of: group))
        return Cause(finding: finding, tags: positions)
    }

    /// Faster than sound travels nothing that carries a tag.
    private static let fastest = 340.0

    /// Two successive visits further apart than anything travels in between, each at a store or confirmed by another
    /// visit: one bad fix is not a clone.
    private func impossibleJourney(_ fixes: [Fix]) -> (distance: Double, minutes: Int)? {
        let fixes = fixes.sorted { ($0.time, $0) < ($1.time, $1) }
        for (from, to) in zip(fixes, fixes.dropFirst()) {
            // Within a kilometre no two fixes are a journey.
            if let bounds = from.place.planeDistance(to: to.place), bounds.upperBound <= 1_000 { continue }
            let distance = from.place.distance(to: to.place)
            let seconds = Double(to.time.milliseconds - from.time.milliseconds) / 1_000
            let certain = distance - 5 * rules.errorModel.factor * (from.sigma + to.sigma) - 1_000
            guard certain > Self.fastest * seconds, isConfirmed(from, fixes), isConfirmed(to, fixes) else { continue }
            return (distance, Int(seconds / 60))
        }
        return nil
    }

    /// Whether a fix is at a store of ours, or another visit agrees with it.
    func isConfirmed(_ fix: Fix, _ fixes: [Fix]) -> Bool {
        if stores.store(at: AgreedPosition(fix), model: rules.errorModel) != nil { return true }
        return fixes.contains { $0 != fix && AgreedPosition.agree($0, fix, model: rules.errorModel) }
    }

    private struct Written: Hashable {
        let store: StoreID
    }

    /// Chips that the journal knows with another URL, by the store where they belong.
    func wrongContent(except explained: TagPositions) -> [Cause] {
        positions(except: explained) { position -> Written? in
            let tag = tags[position]
            guard let own = tag.uid.flatMap(planned.tag), !own.isNamed(by: tag.url) else { return nil }
            // Foreign content is reported as such: it is more serious.
            if tag.reading.status.foreign != nil { return nil }
            return Written(store: own.store)
        }.map { key, positions in
            let group = positions.map { tags[$0] }
            let owners = group.compactMap { $0.uid.flatMap(planned.tag) }
            var evidence = self.evidence(of: group)
            evidence.contents = Self.contents(of: group)
            evidence.chips = group.compactMap { $0.uid?.hexadecimal }.sorted()
            // The tags that it is about are the owners, not those that the contents name.
            evidence.name(owners.map(\.batch))
            evidence.reason = "the journal has \(owners[0].url)"
            let values: [String: Sentence.Value] = [
                "count": .number(group.count), "tag": .text(owners[0].id.text), "store": .text(name(key.store)),
                "url": .text(group[0].url), "written": .text(owners[0].url),
            ]
            let finding = Finding(
                code: .wrongContent, severity: .critical, stores: [key.store],
                tags: owners.map(\.id.text).sorted(),
                words: FindingWords(
                    Sentence(Wording.form("wrong-content", group.count), values),
                    next: Sentence("wrong-content.next", values)),
                evidence: evidence, until: Self.lastSeen(of: group),
                each: Self.moments(of: zip(owners, group).map { (owner: $0.id, seen: $1) }))
            return Cause(finding: finding, tags: positions)
        }
    }
}
