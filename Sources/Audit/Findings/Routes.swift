internal import Geodesy
internal import Glibc
internal import Registry

/// Where the tags of one lot for one store went.
struct Route {
    let from: StoreID
    let to: StoreID
    /// Positions of the lot's tags for the store, those that did not go along included.
    let group: [Int]
}

extension Diagnosis {
    /// For each lot the stores whose tags are mostly at another.
    func routes(except explained: Set<Int>) -> [Lot: [StoreID: Route]] {
        var lots: [Lot: [StoreID: [Int]]] = [:]
        for (position, tag) in tags.enumerated() where tag.judgement != nil && !explained.contains(position) {
            guard let store = tag.store, tag.movement == nil else { continue }
            lots[tag.lot, default: [:]][store.id, default: []].append(position)
        }
        return lots.reduce(into: [:]) { routes, lot in
            for (store, group) in lot.value {
                let fine = fine[Tally.Group(lot: lot.key, store: store)] ?? 0
                guard let to = destination(group, of: store, fine: fine) else { continue }
                routes[lot.key, default: [:]][store] = Route(from: store, to: to, group: group)
            }
        }
    }

    /// The other store at which most of these tags are: most of the decided ones, and so many that they speak for
    /// the rest or the fixes of all together do.
    private func destination(_ group: [Int], of store: StoreID, fine: Int) -> StoreID? {
        var votes: [StoreID: Int] = [:]
        var decided = fine
        for position in group where tags[position].verdict != .undecided {
            decided += 1
            guard tags[position].verdict == .outside else { continue }
            // Where stores share a mall a tag may be at several: it speaks for each, and the others' tags decide.
            for found in stores.likelyStores(at: tags[position].whereabouts.decided, model: rules.errorModel) {
                if found.id != store { votes[found.id, default: 0] += 1 }
            }
        }
        if let best = most(votes), best.count * 2 > decided {
            if best.count * 2 > group.count + fine { return best.store }
            return isEvident(group, from: store, to: best.store) ? best.store : nil
        }
        guard decided * 2 < group.count + fine, fine == 0 else { return nil }
        var guesses: [StoreID: Int] = [:]
        for position in group where tags[position].verdict == .undecided {
            let tag = tags[position]
            let nearest = stores.store(at: tag.whereabouts.decided, model: rules.errorModel)
            if let nearest, nearest.id != store { guesses[nearest.id, default: 0] += 1 }
        }
        guard let best = most(guesses), isEvident(group, from: store, to: best.store) else { return nil }
        return best.store
    }

    /// The store with the most votes. Among those with nearly as many the one with the smallest region: where one
    /// region lies in another, tags that all fall into the smaller one would hardly do so by chance.
    private func most(_ votes: [StoreID: Int]) -> (store: StoreID, count: Int)? {
        guard let highest = votes.values.max() else { return nil }
        let rivals = votes.filter { 10 * $0.value >= 9 * highest }
        return rivals.min { left, right in
            let radii = (stores[left.key]?.region?.radius ?? 0, stores[right.key]?.region?.radius ?? 0)
            return radii.0 == radii.1
                ? (right.value, left.key) < (left.value, right.key) : radii.0 < radii.1
        }.map { ($0.key, $0.value) }
    }

    /// Odds of a million to one: a chain has some ten thousand lots to be wrong about.
    private static let evidenceLimit = 13.8
    /// How many independent visits must speak.
    private static let leastVisits = 3

    /// Whether all fixes together say that these tags are at the other store, each fix taken at the best place for it
    /// in either region. A device's error in one slot of time is the same for every tag: it counts once.
    private func isEvident(_ group: [Int], from: StoreID, to: StoreID) -> Bool {
        guard let own = stores[from]?.region, let other = stores[to]?.region else { return false }
        var best: [Visit: Fix] = [:]
        for fix in group.lazy.flatMap({ tags[$0].whereabouts.fixes }) {
            let visit = Visit(device: fix.device, slot: fix.time.milliseconds / 600_000)
            if best[visit].map({ fix < $0 }) ?? true { best[visit] = fix }
        }
        guard best.count >= Self.leastVisits else { return false }
        // Sorted, so that the sum is the same whatever the order of the dictionary.
        let sum = best.values.sorted().reduce(0) { sum, fix in
            sum + logLikelihood(fix, in: other) - logLikelihood(fix, in: own)
        }
        return sum >= Self.evidenceLimit
    }

    private struct Visit: Hashable {
        let device: UInt32
        let slot: Int64
    }

    /// The log of the error's density at the region's nearest place, up to a constant.
    private func logLikelihood(_ fix: Fix, in region: Region) -> Double {
        let gap = max(0, region.centre.distance(to: fix.place) - region.radius)
        let sigma = max(fix.sigma, Whereabouts.leastSigma)
        let model = rules.errorModel
        let exponent = -gap * gap / (2 * sigma * sigma)
        let square = model.factor * model.factor
        let usual = (1 - model.share) * exp(exponent)
        let worse = model.share / square * exp(exponent / square)
        // Errors beyond any model happen, too: one fix alone never decides.
        return log(usual + worse + 1e-6)
    }

    /// Whether a tag of a lot that went elsewhere is there, or more probably there than where it belongs.
    func wentAlong(_ tag: AuditedTag, to store: Store) -> Bool {
        if tag.foundStore?.id == store.id { return true }
        guard tag.verdict != .inside, let region = store.region, let own = tag.judgement else { return false }
        let there = Judgement(tag.whereabouts.decided, in: region, model: rules.errorModel)
        return there.verdict != .outside && there.probability > own.probability
    }
}
