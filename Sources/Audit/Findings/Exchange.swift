internal import Registry

/// Tags of several stores that went round in a circle: most of A's are at B, most of B's at C, most of C's at A.
struct Exchange {
    /// Tags that name one store and are at the next one of the circle.
    struct Route {
        let from: Store
        let to: Store
        /// Positions in the diagnosis' tags.
        let tags: [Int]
    }

    let routes: [Route]

    var tags: [Int] { routes.flatMap(\.tags) }
}

extension Diagnosis {
    /// Every circle, lots that went the same way taken together.
    func exchanges() -> [Exchange] {
        var lots: [Lot: [StoreID: [Int]]] = [:]
        for (position, tag) in tags.enumerated() where tag.judgement != nil {
            guard let store = tag.store else { continue }
            lots[tag.lot, default: [:]][store.id, default: []].append(position)
        }
        // Circles begin with their smallest store, so that two lots' equal circles are equal here.
        var circles: [[StoreID]: [[StoreID: [Int]]]] = [:]
        for groups in lots.values {
            let destinations = groups.compactMapValues(destination)
            for circle in Self.circles(destinations) { circles[circle, default: []].append(groups) }
        }
        return circles.map { circle, lots in
            exchange(circle, lots)
        }.sorted { ($0.tags.min() ?? 0) < ($1.tags.min() ?? 0) }
    }

    /// The other store at which most of these tags are, as far as their place is known.
    private func destination(_ group: [Int]) -> StoreID? {
        let decided = group.filter { tags[$0].verdict != .undecided }
        var counts: [StoreID: Int] = [:]
        for position in decided where tags[position].verdict == .outside {
            if let found = tags[position].foundStore { counts[found.id, default: 0] += 1 }
        }
        return counts.first { $0.value * 2 > decided.count }?.key
    }

    /// The circles of a graph in which each store points to at most one other.
    private static func circles(_ destinations: [StoreID: StoreID]) -> [[StoreID]] {
        var done: Set<StoreID> = []
        var circles: [[StoreID]] = []
        for start in destinations.keys.sorted() {
            var path: [StoreID] = []
            var next: StoreID? = start
            while let store = next, done.insert(store).inserted {
                path.append(store)
                next = destinations[store]
            }
            // A path that ends on itself is a circle; one that ends on an older path is not.
            if let store = next, let first = path.firstIndex(of: store) {
                let circle = Array(path[first...])
                let smallest = circle.firstIndex(of: circle.min() ?? store) ?? 0
                circles.append(Array(circle[smallest...] + circle[..<smallest]))
            }
        }
        return circles
    }

    private func exchange(_ circle: [StoreID], _ lots: [[StoreID: [Int]]]) -> Exchange {
        let routes = circle.indices.compactMap { index -> Exchange.Route? in
            guard let from = stores[circle[index]], let to = stores[circle[(index + 1) % circle.count]] else {
                return nil
            }
            let group = lots.flatMap { $0[from.id] ?? [] }.sorted()
            return Exchange.Route(from: from, to: to, tags: group.filter { wentAlong(tags[$0], to: to) })
        }
        return Exchange(routes: routes)
    }

    /// Whether a tag of an exchanged lot is at the other store, or more probably there than at its own.
    private func wentAlong(_ tag: AuditedTag, to store: Store) -> Bool {
        if tag.foundStore?.id == store.id { return true }
        guard tag.verdict == .undecided, let region = store.region, let own = tag.judgement else { return false }
        let there = Judgement(tag.whereabouts, in: region, model: rules.errorModel)
        return there.verdict != .outside && there.probability > own.probability
    }

    func finding(_ exchange: Exchange) -> Finding {
        let all = exchange.tags.map { tags[$0] }
        var evidence = Self.evidence(of: all)
        evidence.routes = exchange.routes.map {
            Evidence.Route(store: $0.from.id.text, foundStore: $0.to.id.text, tags: $0.tags.count)
        }
        let moves = exchange.routes.map { route in
            let moved = route.tags.map { tags[$0] }
            return "\(Wording.count(moved)) for \(route.from.name) "
                + "\(Wording.choose(moved.count, "is", "are")) at \(route.to.name)"
        }
        let batches = evidence.batches.map { " (batch \(Wording.list($0)))" } ?? ""
        let names = Wording.list(exchange.routes.map(\.from.name))
        let steps = exchange.routes.map { route in
            let moved = route.tags.map { tags[$0] }
            return "At \(route.to.name), take down \(Wording.the(moved)) that "
                + "\(Wording.choose(moved.count, "opens", "open")) \(route.from.name) and send "
                + "\(Wording.choose(moved.count, "it", "them")) to \(route.from.name)."
        }
        return Finding(
            code: .swapped, severity: .critical, stores: exchange.routes.map(\.from.id.text),
            tags: Self.labels(of: all),
            message: "the \(Wording.noun(all)) of \(names) were mixed up\(batches): \(Wording.list(moves))",
            next: steps.joined(separator: " ") + " Scan each one again where it belongs.", evidence: evidence)
    }
}
