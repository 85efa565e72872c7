internal import AuditLedger
internal import Languages
internal import Registry

/// Causes in tags that were not seen, or were seen in two places.
extension CauseSearch {
    /// Where tags of a batch are missing.
    struct Gap: Hashable {
        let store: StoreID
        let batch: BatchName
    }

    /// Deployed tags that were not seen at stores that the audit covered: something was seen there.
    func gaps() -> [Gap: [Tag]] {
        if planned.tags.isEmpty { return [:] }
        let covered = walkedStores
        let seenURLs = Set(tags.map(\.url))
        let seenTags = Set(tags.compactMap { $0.reading.tag?.id })
        let (seenLater, seen) = (seenElsewhere(), fine.seen)
        var gaps: [Gap: [Tag]] = [:]
        for (position, tag) in planned.tags.enumerated() {
            // Nearly all were seen.
            if seen[position] { continue }
            guard isDeployed(tag), covered.contains(tag.store), scope.batch ?? tag.batch == tag.batch,
                !seenTags.contains(tag.id), !seenURLs.contains(tag.url), !seenLater.contains(tag.url),
                !(planned.position(url: tag.url).map { seen[$0] } ?? false)
            else { continue }
            gaps[Gap(store: tag.store, batch: tag.batch), default: []].append(tag)
        }
        return gaps
    }

    private func isDeployed(_ tag: Tag) -> Bool {
        tag.state.isDone || scope.tagsAreDeployed && tag.state != .retired
    }

    /// The stores that were walked through: more than one thing was seen there, or one of two tags. One photograph of a
    /// sign says nothing about the others.
    var walkedStores: Set<StoreID> {
        var counts = stores.all.indices.map(fine.count(ofStoreAt:))
        for tag in tags {
            if let store = tag.foundStore.flatMap({ stores.position(of: $0.id) }) { counts[store] += 1 }
        }
        var walked = Set<StoreID>()
        for (store, count) in zip(stores.all, counts) where count > 1 { walked.insert(store.id) }
        let glimpsed = Set(zip(stores.all, counts).lazy.filter { $1 == 1 }.map(\.0.id))
        if glimpsed.isEmpty { return walked }
        var deployed: [StoreID: Int] = [:]
        for tag in planned.tags where glimpsed.contains(tag.store) && isDeployed(tag) {
            deployed[tag.store, default: 0] += 1
        }
        return walked.union(glimpsed.filter { deployed[$0, default: 0] <= 2 })
    }

    /// One finding for each batch at each store.
    func missing(_ gaps: [Gap: [Tag]]) -> [Finding] {
        let first = firstVisit ?? 0
        return gaps.compactMap { gap, absent in
            guard let store = stores[gap.store] else { return nil }
            var evidence = Evidence()
            evidence.batches = [gap.batch.text]
            evidence.lastSeen = lastSeen(absent)
            let places = absent.map { "\($0.id) (\($0.placement))" }.sorted()
            let named = Sentence.Value.series(Array(places.prefix(5)))
            let values: [String: Sentence.Value] = [
                "count": .number(absent.count), "batch": .text(gap.batch.text), "store": .text(store.name),
                "names": places.count > 5 ? .sentence(Sentence("names.cut", ["names": named])) : named,
            ]
            return Finding(
                code: .missing, severity: .warning, stores: [store.id], tags: absent.map(\.id.text).sorted(),
                words: FindingWords(
                    Sentence(Wording.form("missing", absent.count), values), next: Sentence("missing.next", values)),
                evidence: evidence, until: first)
        }
    }

    private struct Contradiction: Hashable {
        let store: StoreID
        let isContradictory: Bool
    }

    /// One finding for each store: a warning where nothing can be said any more, else a notice.
    func inconsistent(except explained: TagPositions) -> [Finding] {
        positions(except: explained) { position -> Contradiction? in
            let tag = tags[position]
            // What has no fixed place may well be seen in two.
            guard tag.judgement != nil, let store = tag.store, !tag.whereabouts.leftOut.isEmpty else { return nil }
            return Contradiction(store: store.id, isContradictory: tag.whereabouts.isContradictory)
        }.compactMap { key, positions in
            let group = positions.map { tags[$0] }
            guard let store = stores[key.store] else { return nil }
            let leftOut = group.map(\.whereabouts.leftOut.count).reduce(0, +)
            var evidence = self.evidence(of: group)
            evidence.visitsLeftOut = leftOut
            evidence.place = group[0].whereabouts.leftOut.first?.place
            let values: [String: Sentence.Value] = [
                "count": .number(key.isContradictory ? group.count : leftOut), "the": Wording.the(group),
                "store": .text(store.name),
            ]
            let kind = key.isContradictory ? "inconsistent" : "inconsistent.visits"
            return Finding(
                code: .inconsistent, severity: key.isContradictory ? .warning : .notice, stores: [store.id],
                tags: Self.labels(of: group),
                words: FindingWords(Sentence(kind, values), next: Sentence("\(kind).next", values)),
                evidence: evidence, until: Self.lastSeen(of: group))
        }
    }
}
