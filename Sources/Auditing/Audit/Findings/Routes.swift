internal import AuditLedger
internal import Geodesy
internal import Glibc
internal import Registry

/// Where the tags of one lot for one store went.
struct Route {
    let from: StoreID
    let to: StoreID
    /// Other stores at which at least half as many of them may be, where stores share a mall.
    let rivals: [StoreID]
    /// Positions of the lot's tags for the store, those that did not go along included.
    let group: [Int]
}

extension CauseSearch {
    /// Tags that travelled together to another store: exchanged with others, or not.
    func gone(except explained: TagPositions) -> [Cause] {
        // Tags that an earlier visit saw inside may have been exchanged since; a box that went astray never was inside.
        let exchanges = exchanges(routes(except: explained, withMoved: true))
        var explained = explained
        for cause in exchanges { explained.formUnion(cause.tags) }
        return exchanges + misdelivered(routes(except: explained, withMoved: false))
    }

    /// For each lot the stores whose tags are mostly at another.
    private func routes(except explained: TagPositions, withMoved: Bool) -> [Lot: [StoreID: Route]] {
        let groups = positions(except: explained) { position -> FineTags.Group? in
            let tag = tags[position]
            guard tag.judgement != nil, withMoved || tag.movement == nil, let store = tag.storePosition else {
                return nil
            }
            return FineTags.Group(lot: lots.number(of: tag), store: store)
        }
        return groups.reduce(into: [Lot: [StoreID: Route]]()) { routes, group in
            let (lot, store) = (lots.lots[group.key.lot], stores.all[group.key.store].id)
            guard let to = destination(group.positions, of: store, fine: fine.count(group.key)) else { return }
            routes[lot, default: [:]][store] = Route(
                from: store, to: to.store, rivals: to.rivals, group: group.positions)
        }.mapValues(Self.closingCircles)
    }

    /// Where tags may be at several stores of a mall, the one whose own tags lead back explains both with one exchange.
    private static func closingCircles(_ routes: [StoreID: Route]) -> [StoreID: Route] {
        var routes = routes
        for from in routes.keys.sorted() {
            guard let route = routes[from], !route.rivals.isEmpty, !leads(route.to, to: from, routes),
                let other = route.rivals.first(where: { leads($0, to: from, routes) })
            else { continue }
            let rivals = route.rivals.filter { $0 != other } + [route.to]
            routes[from] = Route(from: from, to: other, rivals: rivals, group: route.group)
        }
        return routes
    }

    private static func leads(_ start: StoreID, to end: StoreID, _ routes: [StoreID: Route]) -> Bool {
        var passed: Set<StoreID> = []
        var store = start
        while passed.insert(store).inserted, let next = routes[store]?.to {
            if next == end { return true }
            store = next
        }
        return false
    }

    /// The other store at which most of these tags are: most of the decided ones, and so many that they speak for
    /// the rest or the fixes of all that are not inside do. `fine`: so many more are inside and were only counted, and
    /// nothing may depend on which of those inside were.
    private func destination(_ group: [Int], of store: StoreID, fine: Int) -> Destination? {
        let whole = group.count + fine
        let away = group.filter { tags[$0].verdict != .inside }
        let inside = whole - away.count
        let outside = away.filter { tags[$0].verdict == .outside }
        if outside.isEmpty, inside > 0 { return nil }
        let decided = inside + outside.count
        // Where stores share a mall a tag may be at several: it speaks for each, and the others' tags decide.
        if outside.count * 2 > decided,
            let best = most(counted(outside.flatMap { tags[$0].likelyStores }, except: store)), best.count * 2 > decided
        {
            if best.count * 2 > whole { return best }
            return isEvident(away, from: store, to: best.store) ? best : nil
        }
        guard decided * 2 < whole, inside == 0 else { return nil }
        let guesses = counted(
            away.filter { tags[$0].verdict == .undecided }.compactMap { position in
                stores.store(at: tags[position].whereabouts.decided, model: rules.errorModel)?.id
            }, except: store)
        guard let best = most(guesses), isEvident(away, from: store, to: best.store) else { return nil }
        return best
    }

    private func counted(_ found: [StoreID], except store: StoreID) -> [StoreID: Int] {
        found.reduce(into: [:]) { if $1 != store { $0[$1, default: 0] += 1 } }
    }

    /// Where most of a lot's tags are.
    private struct Destination {
        let store: StoreID
        let count: Int
        let rivals: [StoreID]
    }

    /// The store with the most votes. Among those with nearly as many the one with the smallest region: where one
    /// region is in another, tags that all fall into the smaller one would hardly do so by chance.
    private func most(_ votes: [StoreID: Int]) -> Destination? {
        guard let highest = votes.values.max() else { return nil }
        let rivals = votes.filter { 10 * $0.value >= 9 * highest }
        return rivals.min { left, right in
            let radii = (stores[left.key]?.region?.radius ?? 0, stores[right.key]?.region?.radius ?? 0)
            return radii.0 == radii.1
                ? (right.value, left.key) < (left.value, right.key) : radii.0 < radii.1
        }.map { best in
            let others = votes.filter { $0.key != best.key && 2 * $0.value >= highest }
            return Destination(store: best.key, count: best.value, rivals: others.keys.sorted())
        }
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
        for fix in group.lazy.flatMap({ self.tags[$0].whereabouts.fixes }) {
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
        let sigma = max(fix.sigma, AgreedPosition.leastSigma)
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
