internal import AuditLedger
internal import Geodesy
internal import Registry

/// The stores by identifier and by place.
struct StoreMap: Sendable {
    /// Where something was found among the stores.
    struct Found: Sendable, Equatable {
        let store: Store
        /// Metres from the centre of the store's region.
        let distance: Double
    }

    /// In the order in which they were given.
    let all: [Store]
    /// The positions of the stores with a region.
    private let located: [Int]
    private let index: RegionIndex

    /// `directory`: of the same stores. `deployment`: that of the first template, by which most contents are read.
    init(_ stores: [Store], _ directory: StoreDirectory, seenFrom deployment: DeploymentName?) {
        all = stores
        let identifiers = NameTable(stores.map(\.id.text))
        self.identifiers = identifiers
        following = identifiers.areDistinct ? [:] : Self.following(stores, identifiers)
        // Its own stores a deployment always sees.
        let visible = stores.indices.filter { position in
            let id = stores[position].id
            return id.deployment == deployment || directory.store(id.name, from: deployment) == id
        }
        names =
            visible.count == stores.count
            ? identifiers : NameTable(visible.map { stores[$0].id.text }, positions: visible)
        located = stores.indices.filter { stores[$0].region != nil }
        index = RegionIndex(stores.compactMap(\.region))
    }

    /// A chain from each store to the next with its identifier.
    private static func following(_ stores: [Store], _ identifiers: NameTable) -> [Int: Int] {
        var last: [Int: Int] = [:]
        var following: [Int: Int] = [:]
        for position in stores.indices {
            let first = identifiers.position(stores[position].id.text) ?? position
            if let before = last.updateValue(position, forKey: first) { following[before] = position }
        }
        return following
    }

    /// The positions in `all` of the stores that contents of the first template name, by the digests of their
    /// identifiers.
    let names: NameTable
    /// Those of all stores; where several have one identifier, of the first.
    private let identifiers: NameTable
    /// Whether two deployments use one identifier.
    var areShared: Bool { !following.isEmpty }
    /// The position of the next store with the same identifier.
    private let following: [Int: Int]

    subscript(id: StoreID) -> Store? { position(of: id).map { all[$0] } }

    func position(of id: StoreID) -> Int? {
        var next = identifiers.position(id.text)
        while let position = next {
            if all[position].deployment == id.deployment { return position }
            next = following[position]
        }
        return nil
    }

    /// Where a tag may be.
    struct Candidates: Sendable {
        /// The store where it most probably is.
        var best: Store?
        /// The stores where it more probably is than not, else the best.
        var likely: [Store] = []
    }

    /// The store in whose region the tag most probably is, among those where it may be at all.
    func store(at whereabouts: AgreedPosition, model: ErrorModel) -> Store? {
        candidates(at: whereabouts, model: model).best
    }

    /// The same; where the combined place is in no store's region the store at which most visits alone put it: one bad
    /// fix with a good accuracy draws all others a little way along.
    func store(ofVisits whereabouts: AgreedPosition, model: ErrorModel) -> Store? {
        store(ofVisits: whereabouts, candidates(at: whereabouts, model: model), model: model)
    }

    /// The same when the candidates at the combined place are known.
    func store(ofVisits whereabouts: AgreedPosition, _ candidates: Candidates, model: ErrorModel) -> Store? {
        if let store = candidates.best { return store }
        let fixes = whereabouts.agreeing
        guard fixes.count > 1 else { return nil }
        var votes: [StoreID: Int] = [:]
        for fix in fixes {
            if let store = store(at: AgreedPosition(fix), model: model) { votes[store.id, default: 0] += 1 }
        }
        let best = votes.filter { $0.value * 2 > fixes.count }.keys.first
        return best.flatMap { self[$0] }
    }

    func candidates(at whereabouts: AgreedPosition, model: ErrorModel) -> Candidates {
        if whereabouts.isContradictory { return Candidates() }
        // A Gaussian goes beyond 3.8 deviations once in a thousand; nothing further off can be possible.
        let reach = 3.8 * model.factor * whereabouts.sigma
        let hits = index.near(whereabouts.place, within: reach)
        // Within a region no fix is an outside one, and nothing else is to be compared with it.
        if hits.count == 1, hits[0].distance <= index.regions[hits[0].index].radius {
            let store = store(of: hits[0])
            return Candidates(best: store, likely: [store])
        }
        let possible = hits.compactMap { hit -> (store: Store, probability: Double, distance: Double)? in
            let judgement = Judgement(
                whereabouts, at: hit.distance, in: index.regions[hit.index], model: model)
            return judgement.verdict == .outside ? nil : (store(of: hit), judgement.probability, judgement.distance)
        }.sorted { left, right in
            (-left.probability, left.distance, left.store.id) < (-right.probability, right.distance, right.store.id)
        }
        guard let best = possible.first?.store else { return Candidates() }
        let likely = possible.filter { $0.probability >= 0.5 }.map(\.store)
        return Candidates(best: best, likely: likely.isEmpty ? [best] : likely)
    }

    /// The stores at all places where a content was seen, for what may be in several.
    func everyStore(of tag: AuditedTag, model: ErrorModel) -> [Store] {
        let places = [tag.whereabouts.decided] + tag.fixesElsewhere.map { AgreedPosition($0) }
        return places.compactMap { store(at: $0, model: model) }
    }

    /// The store with the nearest centre.
    func nearest(to place: Coordinate) -> Found? {
        index.nearest(to: place).map { Found(store: store(of: $0), distance: $0.distance) }
    }

    private func store(of hit: SpatialIndex.Hit) -> Store { all[located[hit.index]] }
}
