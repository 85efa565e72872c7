internal import Languages
internal import Registry

/// Tags of several stores that went round in a circle: most of A's are at B, most of B's at C, most of C's at A.
private struct Exchange {
    /// Tags that name one store and are at the next one of the circle.
    struct Leg {
        let from: Store
        let to: Store
        /// Positions in the diagnosis' tags.
        let tags: [Int]
    }

    let legs: [Leg]

    var tags: [Int] { legs.flatMap(\.tags) }
}

extension CauseSearch {
    /// Every circle, lots that went the same way taken together.
    func exchanges(_ routes: [Lot: [StoreID: Route]]) -> [Cause] {
        // Circles begin with their smallest store, so that two lots' equal circles are equal here.
        var circles: [[StoreID]: [[StoreID: Route]]] = [:]
        for routes in routes.values {
            for circle in Self.circles(routes.mapValues(\.to)) { circles[circle, default: []].append(routes) }
        }
        return circles.map { circle, lots in
            exchange(circle, lots)
        }.sorted { ($0.tags.min() ?? 0) < ($1.tags.min() ?? 0) }.map { Cause(finding: finding($0), tags: $0.tags) }
    }

    /// The circles of a graph in which each store points to at most one other.
    static func circles(_ destinations: [StoreID: StoreID]) -> [[StoreID]] {
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

    private func exchange(_ circle: [StoreID], _ lots: [[StoreID: Route]]) -> Exchange {
        let legs = circle.indices.compactMap { index -> Exchange.Leg? in
            guard let from = stores[circle[index]], let to = stores[circle[(index + 1) % circle.count]] else {
                return nil
            }
            let group = lots.flatMap { $0[from.id]?.group ?? [] }.sorted()
            return Exchange.Leg(from: from, to: to, tags: group.filter { wentAlong(tags[$0], to: to) })
        }
        return Exchange(legs: legs)
    }

    private func finding(_ exchange: Exchange) -> Finding {
        let all = exchange.tags.map { tags[$0] }
        var evidence = self.evidence(of: all)
        evidence.routes = exchange.legs.map {
            Evidence.Route(store: $0.from.id, foundStore: $0.to.id, tags: $0.tags.count)
        }
        let moves = exchange.legs.map { leg -> Sentence.Value in
            let moved = leg.tags.map { tags[$0] }
            let values: [String: Sentence.Value] = [
                "count": .number(moved.count), "things": Wording.count(moved), "store": .text(leg.from.name),
                "found": .text(leg.to.name),
            ]
            return .sentence(Sentence("swapped.move", values))
        }
        let batches = evidence.batches.map {
            Sentence.Value.sentence(Sentence("phrase.of-batches", ["batches": .list($0)]))
        }
        let steps = exchange.legs.map { leg in
            let moved = leg.tags.map { tags[$0] }
            let values: [String: Sentence.Value] = [
                "count": .number(moved.count), "the": Wording.the(moved), "store": .text(leg.from.name),
                "found": .text(leg.to.name), "names": Wording.names(moved),
            ]
            return Sentence(Wording.form("swapped.step", moved.count), values)
        }
        let message = Sentence(
            "swapped",
            [
                "noun": Wording.noun(all), "stores": .list(exchange.legs.map(\.from.name)),
                "batches": batches ?? "", "moves": .list(moves),
            ])
        return Finding(
            code: .swapped, severity: .critical, stores: exchange.legs.map(\.from.id),
            tags: Self.labels(of: all),
            words: FindingWords(message: [message], next: steps + [Sentence("swapped.again")]), evidence: evidence,
            until: Self.lastPlaced(of: all))
    }
}
