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
    /// It names a store that is not known.
    case unknown(StoreID, reason: String)
    case noMatch(reason: String)
    /// The position is in several regions, nearest centre first.
    case ambiguous(reason: String, candidates: [StoreID])
}

/// Finds the store that a URL means. Built once for all stores, templates and experiences.
public struct StoreFinder: Sendable {
    public let experiences: ExperienceFinder
    public let directory: StoreDirectory
    /// Whether a template reads positions: then an experience alone does not say which store is meant.
    public let namesPositions: Bool
    private let located: [Store]
    private let regions: RegionIndex
    private let regionsOfStores: [StoreID: Region]
    private let templates: [StoreTemplate]

    public init(stores: [Store], templates: [StoreTemplate], experiences: [Experience]) {
        self.init(stores: stores, templates: templates, experiences: ExperienceFinder(experiences))
    }

    public init(stores: [Store], templates: [StoreTemplate], experiences: ExperienceFinder) {
        self.experiences = experiences
        directory = StoreDirectory(stores.map(\.id))
        namesPositions = templates.contains { !LocationText.variables.isDisjoint(with: $0.template.variables) }
        located = namesPositions ? stores.filter { $0.region != nil } : []
        regions = RegionIndex(located.compactMap(\.region))
        regionsOfStores = Dictionary(located.compactMap { store in store.region.map { (store.id, $0) } }) { first, _ in
            first
        }
        self.templates = templates
    }

    public func store(of url: InvocationURL) -> StoreMatch {
        let experience = experiences.experience(openedBy: url)
        return store(
            in: templates.reading(of: url.text, owner: experience?.deployment), experience: experience)
    }

    /// What the template that fits best reads from a text; the experience that a URL opens chooses among templates of
    /// several deployments.
    public func reading(of text: String) -> TemplateReading? {
        templates.reading(
            of: text,
            owner: (try? InvocationURL(text)).flatMap { experiences.experience(openedBy: $0)?.deployment })
    }

    /// The store that a URL means: what a template reads from it comes before its experience.
    public func store(in reading: TemplateReading?, experience: Experience?) -> StoreMatch {
        if let name = reading?.values["store"] { return store(named: name, from: reading?.deployment, experience) }
        if let values = reading?.values, !LocationText.variables.isDisjoint(with: values.keys) {
            return store(at: values, from: reading?.deployment)
        }
        if let store = experience.flatMap({ directory.store(of: $0) }) { return .match(store, by: .experience) }
        return .noMatch(
            reason: reading == nil ? "no template reads a store or a position in it" : "it names no store")
    }

    /// How a URL contradicts the row of its tag.
    public enum Contradiction: Hashable, Sendable {
        /// It names another store, which need not be known.
        case store(String)
        /// It names a position that is not in the region of the tag's store.
        case place
    }

    /// Whether the template reads another store in a tag's URL than the tag's own: an App Clip would open the wrong one.
    public func contradiction(of tag: Tag, _ url: InvocationURL) -> Contradiction? {
        guard let values = reading(of: url.text)?.values else { return nil }
        // Byte for byte, as a server reads it.
        if let named = values["store"] { return named.utf8.elementsEqual(tag.store.text.utf8) ? nil : .store(named) }
        guard !LocationText.variables.isDisjoint(with: values.keys) else { return nil }
        guard let position = LocationText.position(values), let region = regionsOfStores[tag.store] else {
            return .place
        }
        return region.contains(position) ? nil : .place
    }

    private func store(
        named text: String, from deployment: DeploymentName?, _ experience: Experience?
    ) -> StoreMatch {
        let reason =
            "it names store \"\(text)\", which is not known" + (deployment.map { " in deployment \($0)" } ?? "")
        guard let name = StoreName(text) else { return .noMatch(reason: reason) }
        switch directory.find(name, from: deployment) {
        case .store(let id): return .match(id, by: .identifier)
        case .unknown: return .unknown(StoreID(name, of: deployment), reason: reason)
        case .shared(let candidates):
            if let own = candidates.first(where: { $0.deployment == experience?.deployment }) {
                return .match(own, by: .identifier)
            }
            return .ambiguous(
                reason: "it names store \"\(text)\", and \(candidates.count) deployments have one",
                candidates: candidates)
        }
    }

    /// Regions of other deployments may overlap: a deployment's URL means a store of its own.
    private func store(at values: [String: String], from deployment: DeploymentName?) -> StoreMatch {
        guard let position = LocationText.position(values) else {
            return .noMatch(reason: "its latitude and longitude are not a position")
        }
        let all = regions.containing(position)
        let own = all.filter { [deployment, nil].contains(located[$0.index].deployment) }
        let hits = deployment == nil ? all : own
        guard let nearest = hits.first else {
            guard let next = regions.nearest(to: position) else {
                return .noMatch(reason: "its position is in no store's region: none has one")
            }
            return .noMatch(
                reason: "its position is in no store's region; store \(located[next.index].id) is nearest, "
                    + "\(DistanceText.text(next.distance)) away")
        }
        guard hits.count == 1 else {
            return .ambiguous(
                reason: "its position is in the regions of \(hits.count) stores",
                candidates: hits.map { located[$0.index].id })
        }
        return .match(located[nearest.index].id, by: .location)
    }
}
