internal import AppClips
internal import Languages
internal import Registry

/// Findings about what is too old.
extension CauseSearch {
    private struct Retired: Hashable {
        let url: InvocationURL
    }

    /// One finding for each retired experience, and one for each store with tags that were not seen for long.
    func stale() -> [Finding] {
        let retired = grouped { tag in tag.reading.retired.map(Retired.init) }.map { key, group in
            var evidence = self.evidence(of: group)
            evidence.contents = Self.contents(of: group)
            evidence.registered = [key.url.text]
            evidence.reason = "its experience is retired"
            let stores = Set(group.compactMap(\.reading.store)).sorted()
            let values: [String: Sentence.Value] = [
                "count": .number(group.count), "the": Wording.the(group), "url": .text(key.url.text),
            ]
            return Finding(
                code: .stale, severity: .warning, stores: stores, tags: Self.labels(of: group),
                words: FindingWords(Sentence("stale.retired", values), next: Sentence("stale.retired.next", values)),
                evidence: evidence, until: Self.lastSeen(of: group))
        }
        let old = grouped { tag -> StoreID? in
            tag.reading.status.isOurs && tag.lastSeen < rules.staleBefore ? tag.reading.store : nil
        }.map { store, group in
            var evidence = self.evidence(of: group)
            let last = Timestamp(milliseconds: Int64(group.map(\.lastSeen).max() ?? 0) * 1_000).iso8601
            evidence.lastSeen = last
            let values: [String: Sentence.Value] = [
                "count": .number(group.count), "the": Wording.the(group), "store": .text(name(store)),
                "day": .day(String(last.prefix(10))),
            ]
            return Finding(
                code: .stale, severity: .notice, stores: [store], tags: Self.labels(of: group),
                words: FindingWords(Sentence("stale.age", values), next: Sentence("stale.age.next", values)),
                evidence: evidence, until: Self.lastSeen(of: group))
        }
        return retired + old
    }
}
