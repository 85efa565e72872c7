package import AppClips
internal import Geodesy
package import Registry
internal import TextCoding

/// What the App Clip's code needs to know of a deployment, so that it and the audit use the same regions.
package struct HandoverFile: Sendable, Codable, Equatable {
    /// A store with the region for `confirmAcquired(in:)`; without one it roams.
    package struct StoreEntry: Sendable, Codable, Equatable {
        package let store: String
        package let name: String
        /// Degrees, WGS 84.
        package let latitude: Double?
        package let longitude: Double?
        /// Metres, at most 500.
        package let radius: Double?
    }

    /// What a tag carries, and what its push notifications name.
    package struct TagEntry: Sendable, Codable, Equatable {
        package let tag: String
        package let store: String
        package let url: String
        /// The registered URL that answers; nil when none certainly does.
        package let experience: String?
        package let targetContentID: String
    }

    /// A URL, and the store that the App Clip must find in it; nil: none.
    package struct URLVector: Sendable, Codable, Equatable {
        package let url: String
        package let store: String?
    }

    /// A URL, and what the App Clip must find in it.
    package struct Example: Sendable, Codable, Equatable {
        package let url: String
        package let store: String?
        /// The registered URL that answers; nil when none certainly does.
        package let experience: String?
        package let tag: String?
        /// The query's parameters that the template does not have.
        package let content: [String: String]
    }

    /// A position a metre inside or outside of a region's edge.
    package struct PositionVector: Sendable, Codable, Equatable {
        package let store: String
        package let latitude: Double
        package let longitude: Double
        package let isInside: Bool
    }

    package let schema: Int
    package let deployment: String
    package let template: String?
    package let stores: [StoreEntry]
    package let tags: [TagEntry]
    package let urls: [Example]
    package let positions: [PositionVector]
    /// Registered URLs that are for one store.
    package let experiences: [URLVector]
    /// Every registered URL, and the store that it is for, if any.
    package let registered: [URLVector]

    /// How many tags of each store become test vectors.
    private static let tagsPerStore = 3

    package init(_ profile: DeploymentProfile, stores: [Store], experiences: [Experience], tags: [Tag]) throws {
        let template = try profile.template.map { try URLTemplate($0) }
        let active = experiences.filter { $0.status == .active }
        let finder = StoreFinder(
            stores: stores, templates: template.map { [StoreTemplate($0)] } ?? [], experiences: experiences)
        let push = try profile.push.map { try URLTemplate($0) }
        let byID = Dictionary(stores.map { ($0.id, $0) }) { first, _ in first }
        let inService = tags.filter { $0.state != .retired }
        schema = 1
        deployment = profile.name
        self.template = profile.template
        self.stores = stores.map {
            StoreEntry(
                store: $0.id.text, name: $0.name, latitude: $0.region?.centre.latitude,
                longitude: $0.region?.centre.longitude, radius: $0.region?.radius)
        }
        self.tags = try inService.map { tag in
            let experience = finder.experiences.experience(openedBy: try InvocationURL(tag.url))?.url.text
            return TagEntry(
                tag: tag.id.text, store: tag.store.text, url: tag.url, experience: experience,
                targetContentID: try push?.expand(Self.values(tag, byID[tag.store])) ?? tag.url)
        }
        self.experiences = active.compactMap { experience in
            experience.store.map { URLVector(url: experience.url.text, store: $0.text) }
        }
        registered = active.map { URLVector(url: $0.url.text, store: $0.store?.text) }
        var counts: [StoreID: Int] = [:]
        let chosen = inService.filter { tag in
            counts[tag.store, default: 0] += 1
            return counts[tag.store, default: 0] <= Self.tagsPerStore
        }
        let examples = try chosen.map { try InvocationURL($0.url) } + active.map(\.url)
        urls = examples.map { Self.example($0, in: finder, template: template) }
        positions = stores.flatMap(Self.edge)
    }

    /// What a URL means.
    package static func example(
        _ url: InvocationURL, in finder: StoreFinder, template: URLTemplate?
    ) -> Example {
        var store: String?
        if case .match(let id, _) = finder.store(of: url) { store = id.text }
        let values = finder.reading(of: url.text)?.values ?? [:]
        let known = values.isEmpty ? [] : template?.queryNames ?? []
        var content: [String: String] = [:]
        for item in (url.query ?? "").split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard !known.contains(name), content[name] == nil else { continue }
            content[name] =
                parts.count > 1
                ? String(validating: PercentCoding.decodeLeniently(Array(parts[1].utf8)[...]), as: UTF8.self) : ""
        }
        return Example(
            url: url.text, store: store, experience: finder.experiences.experience(openedBy: url)?.url.text,
            tag: values["tag"], content: content)
    }

    private static func values(_ tag: Tag, _ store: Store?) -> [String: String] {
        var values = [
            "store": tag.store.text, "tag": tag.id.text, "placement": tag.placement, "medium": tag.medium.rawValue,
        ]
        if let centre = store?.region?.centre {
            values["latitude"] = LocationText.decimal(centre.latitude)
            values["longitude"] = LocationText.decimal(centre.longitude)
        }
        return values
    }

    /// The centre, and in eight directions a place one metre on either side of the edge.
    private static func edge(of store: Store) -> [PositionVector] {
        guard let region = store.region else { return [] }
        func vector(_ distance: Double, _ azimuth: Double) -> PositionVector {
            let place = region.centre.moved(by: distance, azimuth: azimuth)
            return PositionVector(
                store: store.id.text, latitude: place.latitude, longitude: place.longitude,
                isInside: region.contains(place))
        }
        return [vector(0, 0)]
            + stride(from: 0.0, to: 360, by: 45).flatMap { azimuth in
                // A region smaller than a metre has no place a metre inside its edge.
                [vector(max(region.radius - 1, region.radius / 2), azimuth), vector(region.radius + 1, azimuth)]
            }
    }
}

extension URLTemplate {
    /// The names of the query's parameters.
    fileprivate var queryNames: Set<String> {
        (query?.items ?? []).reduce(into: []) { names, item in
            switch item {
            case .fixed(let name, _): names.insert(String(decoding: name, as: UTF8.self))
            case .optional(let optional): names.formUnion(optional)
            }
        }
    }
}
