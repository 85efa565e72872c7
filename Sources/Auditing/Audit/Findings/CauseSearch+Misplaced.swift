internal import Geodesy
internal import Registry

/// Causes in the positions of the tags.
extension CauseSearch {
    private struct Destination: Hashable {
        let store: StoreID
        let found: StoreID?
    }

    /// Lots that point to another store and are in no circle; those that went the same way taken together.
    func misdelivered(_ routes: [Lot: [StoreID: Route]]) -> [Cause] {
        var ways: [Destination: [Int]] = [:]
        for routes in routes.values {
            for route in routes.values {
                guard let to = stores[route.to] else { continue }
                // One tag is not a delivery.
                let gone = route.group.filter { wentAlong(tags[$0], to: to) }
                if gone.count > 1 { ways[Destination(store: route.from, found: route.to), default: []] += gone }
            }
        }
        return ways.compactMap { way, gone in
            guard let store = stores[way.store], let found = way.found.flatMap({ stores[$0] }) else { return nil }
            let group = gone.sorted().map { tags[$0] }
            var evidence = Self.evidence(of: group)
            evidence.routes = [
                Evidence.Route(store: store.id, foundStore: found.id, tags: group.count)
            ]
            let batches = evidence.batches.map { " of batch \(Wording.list($0))" } ?? ""
            let finding = Finding(
                code: .misdelivered, severity: .critical, stores: [store.id, found.id],
                tags: Self.labels(of: group),
                message: "\(Wording.the(group))\(batches) for \(store.name) are at \(found.name): "
                    + "the box went to the wrong store",
                next: "At \(found.name), take down \(Wording.named(group)): they open \(store.name). "
                    + "Send them to \(store.name) and scan each one again there.",
                evidence: evidence)
            return Cause(finding: finding, tags: gone)
        }
    }

    /// Tags that were inside and are elsewhere now, by where they went.
    func moved(except explained: TagPositions) -> [Cause] {
        positions(except: explained) { position -> Destination? in
            let tag = tags[position]
            guard tag.movement != nil, let store = tag.store else { return nil }
            return Destination(store: store.id, found: tag.foundStore?.id)
        }.compactMap { way, positions in
            let group = positions.map { tags[$0] }
            guard let store = stores[way.store], let movement = group[0].movement else { return nil }
            let found = way.found.flatMap { stores[$0] }
            var evidence = Self.evidence(of: group)
            evidence.place = movement.end.place
            evidence.lastInside = movement.lastInside.iso8601
            evidence.routes = [
                Evidence.Route(store: store.id, foundStore: found?.id, tags: group.count)
            ]
            let isOne = group.count == 1
            let isCertain = group.contains { $0.verdict == .outside }
            let distance = store.region.map { DistanceText.text($0.centre.distance(to: movement.end.place)) } ?? ""
            let place = found.map { "at \($0.name)" } ?? "\(distance) away"
            let finding = Finding(
                code: .moved, severity: isCertain ? .critical : .warning,
                stores: [store.id] + (found.map { [$0.id] } ?? []), tags: Self.labels(of: group),
                message: "\(Wording.the(group)) for \(store.name) \(isOne ? "was" : "were") there until "
                    + "\(movement.lastInside.iso8601.prefix(10)) and \(isOne ? "is" : "are") \(place) now",
                next: (isCertain ? "" : "Scan \(isOne ? "it" : "them") once more to be sure. ")
                    + "At \(found?.name ?? Wording.place(movement.end.place)), take down \(Wording.named(group)) and bring "
                    + "\(isOne ? "it" : "them") back to \(store.name), or take \(isOne ? "it" : "them") out of service.",
                evidence: evidence)
            return Cause(finding: finding, tags: positions)
        }
    }

    /// Tags outside their regions: one finding for all that are of one store and at one other.
    func misplaced(except explained: TagPositions) -> [Cause] {
        positions(except: explained) { position -> Destination? in
            let tag = tags[position]
            guard tag.verdict == .outside, let store = tag.store else { return nil }
            return Destination(store: store.id, found: tag.foundStore?.id)
        }.compactMap { destination, positions in
            guard let store = stores[destination.store] else { return nil }
            let group = positions.map { tags[$0] }
            let found = destination.found.flatMap { stores[$0] }
            return Cause(finding: misplaced(group, of: store, at: found), tags: positions)
        }
    }

    private func misplaced(_ group: [AuditedTag], of store: Store, at found: Store?) -> Finding {
        var evidence = Self.evidence(of: group)
        evidence.routes = [
            Evidence.Route(store: store.id, foundStore: found?.id, tags: group.count)
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
                "At \(found.name), take down \(Wording.named(group)): \(opens) \(store.name). "
                + "Put \(it) up at \(store.name) and scan \(it) again there."
        } else {
            let place = group[0].whereabouts.place
            let distance = DistanceText.text(evidence.distance ?? 0)
            let nearest = stores.nearest(to: place).map {
                $0.store.id == store.id
                    ? "" : "; the nearest is \($0.store.name), \(DistanceText.text($0.distance)) away"
            }
            message =
                "\(subject) \(distance) from \(store.name) and in no store's region\(nearest ?? "")"
            next =
                "Bring \(Wording.named(group)) back to \(store.name) and scan \(it) again there. "
                + "If \(isOne ? "it hangs" : "they hang") where \(isOne ? "it belongs" : "they belong"), "
                + "correct the coordinates of \(store.name)."
        }
        return Finding(
            code: .misplaced, severity: .critical,
            stores: [store.id] + (found.map { [$0.id] } ?? []), tags: Self.labels(of: group),
            message: message, next: next, evidence: evidence)
    }
}
