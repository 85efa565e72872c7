internal import Geodesy
internal import Languages
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
            var evidence = self.evidence(of: group)
            evidence.routes = [
                Evidence.Route(store: store.id, foundStore: found.id, tags: group.count)
            ]
            let batches = evidence.batches.map {
                Sentence.Value.sentence(Sentence("phrase.batches", ["batches": .list($0)]))
            }
            let values: [String: Sentence.Value] = [
                "the": Wording.the(group), "batches": batches ?? "", "store": .text(store.name),
                "found": .text(found.name), "named": Wording.named(group),
            ]
            let finding = Finding(
                code: .misdelivered, severity: .critical, stores: [store.id, found.id],
                tags: Self.labels(of: group),
                words: FindingWords(Sentence("misdelivered", values), next: Sentence("misdelivered.next", values)),
                evidence: evidence, until: Self.lastPlaced(of: group))
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
            let found = way.found.flatMap { stores[$0] }
            let named = found == nil ? Self.newestPlaced(of: group) : group[0]
            guard let store = stores[way.store], let movement = named.movement else { return nil }
            var evidence = self.evidence(of: group)
            evidence.place = movement.end.place
            evidence.lastInside = movement.lastInside.iso8601
            evidence.routes = [
                Evidence.Route(store: store.id, foundStore: found?.id, tags: group.count)
            ]
            let isCertain = group.contains { $0.verdict == .outside }
            let distance = store.region.map { $0.centre.distance(to: movement.end.place) }
            let values: [String: Sentence.Value] = [
                "count": .number(group.count), "the": Wording.the(group), "store": .text(store.name),
                "day": .day(String(movement.lastInside.iso8601.prefix(10))), "distance": .metres(distance ?? 0),
                "found": .text(found?.name ?? Wording.place(movement.end.place)), "named": Wording.named(group),
            ]
            let finding = Finding(
                code: .moved, severity: isCertain ? .critical : .warning,
                stores: [store.id] + (found.map { [$0.id] } ?? []), tags: Self.labels(of: group),
                words: FindingWords(
                    message: [Sentence(found == nil ? "moved.away" : "moved", values)],
                    next: (isCertain ? [] : [Sentence("moved.unsure", values)]) + [Sentence("moved.next", values)]),
                evidence: evidence, until: Self.lastPlaced(of: group))
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
        var evidence = self.evidence(of: group)
        evidence.routes = [
            Evidence.Route(store: store.id, foundStore: found?.id, tags: group.count)
        ]
        evidence.place = group[0].whereabouts.place
        var values: [String: Sentence.Value] = [
            "count": .number(group.count), "the": Wording.the(group), "store": .text(store.name),
            "named": Wording.named(group),
        ]
        if let found {
            values["found"] = .text(found.name)
        } else {
            values["distance"] = .metres(evidence.distance ?? 0)
            values["nearest"] = nearest(to: group[0].whereabouts.place, except: store)
        }
        let stray = found == nil ? ".stray" : ""
        return Finding(
            code: .misplaced, severity: .critical,
            stores: [store.id] + (found.map { [$0.id] } ?? []), tags: Self.labels(of: group),
            words: FindingWords(
                Sentence("misplaced\(stray)", values), next: Sentence("misplaced.next\(stray)", values)),
            evidence: evidence, until: Self.lastPlaced(of: group))
    }

    /// `; the nearest is Fruta Cupertino, 3.4 km away`, unless that is their own store.
    private func nearest(to place: Coordinate, except own: Store) -> Sentence.Value {
        guard let nearest = stores.nearest(to: place), nearest.store.id != own.id else { return "" }
        let values: [String: Sentence.Value] = [
            "store": .text(nearest.store.name), "distance": .metres(nearest.distance),
        ]
        return .sentence(Sentence("phrase.nearest", values))
    }
}
