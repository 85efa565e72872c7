internal import AuditLedger
internal import Languages
internal import Registry

/// What earlier audits add: tags that this one did not see.
extension CauseSearch {
    /// Contents that earlier audits saw during this one's walk or after it. An old walk that is audited late must not
    /// call missing what was seen since.
    func seenElsewhere() -> Set<String> {
        guard let first = firstVisit else { return [] }
        return Set(known.all.lazy.filter { $0.lastSeen >= first }.map(\.url))
    }

    /// Seconds since 1970.
    var firstVisit: Int64? {
        let firsts = tags.flatMap(\.everyFix).map { $0.time.milliseconds / 1_000 }
        return (firsts + [fine.firstVisit].compactMap(\.self)).min()
    }

    /// ISO 8601: when the last of these tags was seen; nil when none ever was.
    func lastSeen(_ absent: [Tag]) -> String? {
        guard !known.all.isEmpty else { return nil }
        let urls = Set(absent.map(\.url))
        let last = known.all.lazy.filter { urls.contains($0.url) }.map(\.lastSeen).max()
        return last.map { Timestamp(milliseconds: $0 * 1_000).iso8601 }
    }

    /// One finding for each store with tags in service that no audit has seen for long, this one included.
    func forgotten() -> [Finding] {
        guard rules.staleBefore > 0, !known.all.isEmpty else { return [] }
        let seenNow = Set(tags.map(\.url))
        var groups: [StoreID: [(tag: Tag, lastSeen: Int64)]] = [:]
        for (url, lastSeen) in known.lastSeen() where lastSeen < Int64(rules.staleBefore) && !seenNow.contains(url) {
            guard let position = planned.position(url: url), !fine.seen[position] else { continue }
            let tag = planned.tags[position]
            guard tag.state.isDone || scope.tagsAreDeployed && tag.state != .retired else { continue }
            groups[tag.store, default: []].append((tag, lastSeen))
        }
        return groups.map { store, group in
            var evidence = Evidence()
            let last = Timestamp(milliseconds: (group.map(\.lastSeen).max() ?? 0) * 1_000).iso8601
            evidence.lastSeen = last
            evidence.reason = FoundFinding.absenceMark
            evidence.batches = Set(group.map(\.tag.batch.text)).sorted()
            let names = group.map(\.tag.id.text).sorted()
            let values: [String: Sentence.Value] = [
                "count": .number(names.count), "label": .text(names[0]), "store": .text(name(store)),
                "day": .day(String(last.prefix(10))),
            ]
            return Finding(
                code: .stale, severity: .notice, stores: [store], tags: names,
                words: FindingWords(
                    Sentence(Wording.form("stale.forgotten", names.count), values),
                    next: Sentence(Wording.form("stale.forgotten.next", names.count), values)),
                evidence: evidence, until: group.map(\.lastSeen).max() ?? 0)
        }
    }
}
