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
            let batches = Set(group.compactMap(\.reading.tag?.batch.text)).sorted()
            evidence.batches = batches.isEmpty ? nil : batches
            let isOne = group.count == 1
            let subject = isOne ? "the tag \(group[0].label)" : "\(group.count) tags"
            return Finding(
                code: .customerRefused, severity: .warning, stores: [store],
                tags: Array(Set(group.map(\.label))).sorted(),
                message: "customers who open \(subject) of \(name(store)) get the answer that they are somewhere else: "
                    + "\(evidence.refusals ?? 0) refusals",
                next: "Scan \(subject) at \(name(store)). If \(isOne ? "it is" : "they are") not there, look for "
                    + "\(isOne ? "it" : "them") at other stores; if \(isOne ? "it is" : "they are"), check the store's "
                    + "coordinates.",
                evidence: evidence)
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
            evidence.reason = "customers' phones say doesNotMatch"
            let isOne = group.count == 1
            let place = store.map { " of \(name($0))" } ?? ""
            return Finding(
                code: .unregistered, severity: .critical, stores: store.map { [$0] } ?? [],
                tags: Array(Set(group.map(\.label))).sorted(),
                message: "customers' phones say that \(isOne ? group[0].url : "\(group.count) URLs")\(place) "
                    + "\(isOne ? "is" : "are") not registered for the App Clip",
                next: "Compare the experiences in App Store Connect with the list here, and register what is missing.",
                evidence: evidence)
        }
    }
}
