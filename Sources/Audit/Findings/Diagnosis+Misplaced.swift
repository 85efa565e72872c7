internal import Registry

extension Diagnosis {
    private struct Destination: Hashable {
        let store: StoreID
        let found: StoreID?
    }

    /// Tags outside their regions: one finding for all that are of one store and at one other.
    func misplaced(except explained: Set<Int>) -> [Finding] {
        let rest = Diagnosis(
            tags: tags.enumerated().filter { !explained.contains($0.offset) }.map(\.element), scope: scope,
            stores: stores, rules: rules)
        return rest.grouped { tag -> Destination? in
            guard tag.verdict == .outside, let store = tag.store else { return nil }
            return Destination(store: store.id, found: tag.foundStore?.id)
        }.compactMap { destination, group in
            guard let store = stores[destination.store] else { return nil }
            return misplaced(group, of: store, at: destination.found.flatMap { stores[$0] })
        }
    }

    private func misplaced(_ group: [AuditedTag], of store: Store, at found: Store?) -> Finding {
        var evidence = Self.evidence(of: group)
        evidence.routes = [
            Evidence.Route(store: store.id.text, foundStore: found?.id.text, tags: group.count)
        ]
        evidence.place = group[0].whereabouts.place
        let isOne = group.count == 1
        let subject = "\(Wording.the(group)) for \(store.name) \(isOne ? "is" : "are")"
        let (it, opens) = (isOne ? "it" : "them", isOne ? "it opens" : "they open")
        let message: String
        let next: String
        if let found {
            message = "\(subject) at \(found.name)"
            next =
                "At \(found.name), take down \(Wording.the(group)): \(opens) \(store.name). "
                + "Put \(it) up at \(store.name) and scan \(it) again there."
        } else {
            let place = group[0].whereabouts.place
            let distance = Wording.distance(evidence.distance ?? 0)
            let nearest = stores.nearest(to: place).map {
                $0.store.id == store.id
                    ? "" : "; the nearest is \($0.store.name), \(Wording.distance($0.distance)) away"
            }
            message =
                "\(subject) \(distance) from \(store.name) and in no store's region\(nearest ?? "")"
            next =
                "Bring \(Wording.the(group)) back to \(store.name) and scan \(it) again there. "
                + "If \(isOne ? "it hangs" : "they hang") where \(isOne ? "it belongs" : "they belong"), "
                + "correct the coordinates of \(store.name)."
        }
        return Finding(
            code: .misplaced, severity: .critical,
            stores: [store.id.text] + (found.map { [$0.id.text] } ?? []), tags: Self.labels(of: group),
            message: message, next: next, evidence: evidence)
    }
}
