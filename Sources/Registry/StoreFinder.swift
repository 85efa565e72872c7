public import AppClips
internal import Geodesy

/// Which store a URL means: by an identifier in it, by a position in it, or by the experience that answers.
public enum StoreMatch: Hashable, Sendable {
    public enum Way: String, Hashable, Sendable, Codable, CaseIterable {
        /// The template's `store`.
        case identifier
        /// The template's `latitude` and `longitude`.
        case location
        /// The store that the experience is for.
        case experience
    }

    case match(StoreID, by: Way)
    case noMatch(reason: String)
    /// The position lies in several regions, nearest centre first.
    case ambiguous(reason: String, candidates: [StoreID])
}

/// Finds the store that a URL means. Built once for all stores, templates and experiences.
public struct StoreFinder: Sendable {
    private let stores: Set<StoreID>
    private let located: [Store]
    private let regions: RegionIndex
    private let templates: [URLTemplate]
    private let index: ExperienceIndex
    private let storesOfExperiences: [InvocationURL: StoreID]

    public init(stores: [Store], templates: [URLTemplate], experiences: [Experience]) {
        self.stores = Set(stores.map(\.id))
        located = stores.filter { $0.region != nil }
        regions = RegionIndex(located.compactMap(\.region))
        self.templates = templates
        let active = experiences.filter { $0.status == .active }
        index = ExperienceIndex(active.map(\.url))
        storesOfExperiences = Dictionary(
            active.compactMap { experience in experience.store.map { (experience.url, $0) } }
        ) { first, _ in first }
    }

    public func store(of url: InvocationURL) -> StoreMatch {
        let values = templates.lazy.compactMap { $0.recover(from: url) }.first
        if let name = values?["store"] {
            guard let id = StoreID(name), stores.contains(id) else {
                return .noMatch(reason: "it names store \"\(name)\", which is not known")
            }
            return .match(id, by: .identifier)
        }
        if let values, values["latitude"] != nil || values["longitude"] != nil { return store(at: values) }
        if case .match(let winner, _) = index.match(url), let store = storesOfExperiences[winner] {
            return .match(store, by: .experience)
        }
        return .noMatch(
            reason: values == nil ? "no template reads a store or a position in it" : "it names no store")
    }

    private func store(at values: [String: String]) -> StoreMatch {
        guard let position = LocationText.position(values) else {
            return .noMatch(reason: "its latitude and longitude are no position")
        }
        let hits = regions.containing(position)
        guard let nearest = hits.first else {
            guard let next = regions.nearest(to: position) else {
                return .noMatch(reason: "its position lies in no store's region: none has one")
            }
            return .noMatch(
                reason: "its position lies in no store's region; store \(located[next.index].id) is nearest, "
                    + "\(DistanceText.text(next.distance)) away")
        }
        guard hits.count == 1 else {
            return .ambiguous(
                reason: "its position lies in the regions of \(hits.count) stores",
                candidates: hits.map { located[$0.index].id })
        }
        return .match(located[nearest.index].id, by: .location)
    }
}
