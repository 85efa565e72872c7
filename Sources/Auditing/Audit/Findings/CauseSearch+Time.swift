internal import AppClips
internal import Registry

/// Findings about what is too old.
extension CauseSearch {
    private struct Retired: Hashable {
        let url: InvocationURL
    }

    /// One finding for each retired experience, and one for each store with tags that were not seen for long.
    func stale() -> [Finding] {
        let retired = grouped { tag in tag.reading.retired.map(Retired.init) }.map { key, group in
            var evidence = Self.evidence(of: group)
            evidence.contents = Self.contents(of: group)
            evidence.registered = [key.url.text]
            evidence.reason = "its experience is retired"
            let stores = Set(group.compactMap(\.reading.store)).sorted()
            return Finding(
                code: .stale, severity: .warning, stores: stores, tags: Self.labels(of: group),
                message: "\(Wording.the(group)) \(Wording.choose(group.count, "leads", "lead")) to the experience "
                    + "\(key.url), which is retired",
                next: "Take down \(Wording.the(group)), or register the experience again.", evidence: evidence)
        }
        let old = grouped { tag -> StoreID? in
            tag.reading.status.isOurs && tag.lastSeen < rules.staleBefore ? tag.reading.store : nil
        }.map { store, group in
            var evidence = Self.evidence(of: group)
            let last = Timestamp(milliseconds: Int64(group.map(\.lastSeen).max() ?? 0) * 1_000).iso8601
            evidence.lastSeen = last
            return Finding(
                code: .stale, severity: .notice, stores: [store], tags: Self.labels(of: group),
                message: "\(Wording.the(group)) for \(name(store)) \(Wording.choose(group.count, "was", "were")) "
                    + "last seen on \(last.prefix(10))",
                next:
                    "Scan \(Wording.the(group)) at \(name(store)) again; tell us which ones are not there any more.",
                evidence: evidence)
        }
        return retired + old
    }
}
