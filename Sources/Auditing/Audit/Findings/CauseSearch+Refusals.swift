internal import Languages
internal import Registry

/// Findings that rest on what customers' phones said.
extension CauseSearch {
    /// One finding for each store whose tags are refused and not explained by where they were seen.
    func customerRefused(except explained: Set<String>) -> [Finding] {
        var order: [StoreID] = []
        var groups: [StoreID: [RefusedURLs.Refused]] = [:]
        for refused in refusals.refused where !explained.contains(refused.url) {
            guard let store = refused.reading.store, stores[store]?.region != nil else { continue }
            if groups[store] == nil { order.append(store) }
            groups[store, default: []].append(refused)
        }
        return order.compactMap { store in
            guard let group = groups[store] else { return nil }
            var evidence = Evidence()
            evidence.refusals = group.map(\.outcome.recentRefusals).reduce(0, +)
            evidence.acceptances = group.map(\.outcome.acceptances).reduce(0, +)
            evidence.contents = Array(group.map(\.url).prefix(10))
            evidence.name(group.compactMap(\.reading.tag?.batch))
            let values: [String: Sentence.Value] = [
                "count": .number(group.count), "label": .text(group[0].label), "store": .text(name(store)),
                "refusals": .number(evidence.refusals ?? 0),
            ]
            return Finding(
                code: .customerRefused, severity: .warning, stores: [store],
                tags: Array(Set(group.map(\.label))).sorted(),
                words: FindingWords(
                    Sentence(Wording.form("customer-refused", group.count), values),
                    next: Sentence(Wording.form("customer-refused.next", group.count), values)),
                evidence: evidence, until: group.map(\.last).max() ?? 0)
        }
    }

    /// One finding for all URLs for which customers' phones know no experience, by store.
    func unmatched() -> [Finding] {
        let known = Set(tags.filter(\.reading.opensNothing).map(\.url))
        var order: [StoreID?] = []
        var groups: [StoreID?: [RefusedURLs.Unmatched]] = [:]
        for unmatched in refusals.unmatched where !known.contains(unmatched.url) {
            let store = unmatched.reading.store
            if groups[store] == nil { order.append(store) }
            groups[store, default: []].append(unmatched)
        }
        return order.compactMap { store in
            guard let group = groups[store] else { return nil }
            var evidence = Evidence()
            evidence.refusals = group.map(\.witnesses).reduce(0, +)
            evidence.contents = Array(group.map(\.url).prefix(10))
            evidence.name(group.compactMap(\.reading.tag?.batch))
            evidence.reason = FoundFinding.answersMark
            let of = store.map { Sentence.Value.sentence(Sentence("phrase.of", ["store": .text(name($0))])) }
            let values: [String: Sentence.Value] = [
                "count": .number(group.count), "url": .text(group[0].url), "of": of ?? "",
            ]
            return Finding(
                code: .unregistered, severity: .critical, stores: store.map { [$0] } ?? [],
                tags: Array(Set(group.map(\.label))).sorted(),
                words: FindingWords(
                    Sentence(Wording.form("unmatched", group.count), values), next: Sentence("unmatched.next")),
                evidence: evidence, until: group.map(\.last).max() ?? 0)
        }
    }
}

extension RefusedURLs {
    /// What answers say, as findings say it.
    var said: Set<CustomerRefusal> {
        func said(_ code: FindingCode, of label: String, _ reading: ContentReading) -> CustomerRefusal {
            CustomerRefusal(code: code.rawValue, store: reading.store, label: label)
        }
        return Set(
            refused.map { said(.customerRefused, of: $0.label, $0.reading) }
                + unmatched.map { said(.unregistered, of: $0.label, $0.reading) })
    }
}
