internal import Chips
package import Geodesy
internal import Registry

/// An audit as GeoJSON (RFC 7946): regions as points with a radius, tags where they were seen, and a line from
/// each tag of a finding about its place to the store where it belongs.
public struct AuditMap: Sendable, Codable {
    package enum Geometry: Sendable, Codable {
        case point(Coordinate)
        case line(Coordinate, Coordinate)

        private enum CodingKeys: String, CodingKey {
            case type
            case coordinates
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            if try container.decode(String.self, forKey: .type) == "Point" {
                self = .point(try Self.place(container.decode([Double].self, forKey: .coordinates)))
            } else {
                let places = try container.decode([[Double]].self, forKey: .coordinates).map(Self.place)
                guard let first = places.first, let last = places.last else {
                    throw DecodingError.dataCorruptedError(
                        forKey: .coordinates, in: container, debugDescription: "a line without positions")
                }
                self = .line(first, last)
            }
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .point(let place):
                try container.encode("Point", forKey: .type)
                try container.encode(Self.position(place), forKey: .coordinates)
            case .line(let from, let to):
                try container.encode("LineString", forKey: .type)
                try container.encode([Self.position(from), Self.position(to)], forKey: .coordinates)
            }
        }

        /// Longitude first: RFC 7946 section 3.1.1.
        private static func position(_ place: Coordinate) -> [Double] {
            [place.longitude, place.latitude]
        }

        private static func place(_ position: [Double]) throws -> Coordinate {
            guard position.count == 2 else {
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no position"))
            }
            return try Coordinate(latitude: position[1], longitude: position[0])
        }
    }

    package struct Properties: Sendable, Codable {
        package enum Kind: String, Sendable, Codable {
            case region
            case tag
            case finding
        }

        package let kind: Kind
        package var store: String?
        /// The deployment of `store` and that of `foundStore`.
        package var deployment: String?
        package var foundDeployment: String?
        package var name: String?
        /// Metres.
        package var radius: Double?
        package var tag: String?
        /// The chip, for a tag that is one.
        package var uid: String?
        package var url: String?
        package var verdict: Verdict?
        package var foundStore: String?
        /// Standard deviation in metres.
        package var sigma: Double?
        package var code: FindingCode?
        package var severity: Severity?
        package var message: String?

        package init(kind: Kind) { self.kind = kind }
    }

    package struct Feature: Sendable, Codable {
        package let type: String
        package let geometry: Geometry
        package let properties: Properties

        package init(geometry: Geometry, properties: Properties) {
            type = "Feature"
            self.geometry = geometry
            self.properties = properties
        }
    }

    let type: String
    package let features: [Feature]

    package init(features: [Feature]) {
        type = "FeatureCollection"
        self.features = features
    }
}

extension AuditOutcome {
    /// The outcome on a map.
    public var map: AuditMap {
        AuditMap(features: regionFeatures + tags.map(feature) + findingFeatures)
    }

    private var regionFeatures: [AuditMap.Feature] {
        stores.sorted { $0.id < $1.id }.compactMap { store in
            guard let region = store.region else { return nil }
            var properties = AuditMap.Properties(kind: .region)
            properties.store = store.id.text
            properties.deployment = store.deployment?.text
            properties.name = store.name
            properties.radius = region.radius
            return AuditMap.Feature(geometry: .point(region.centre), properties: properties)
        }
    }

    private func feature(_ tag: AuditedTag) -> AuditMap.Feature {
        var properties = AuditMap.Properties(kind: .tag)
        properties.store = tag.reading.store?.text
        properties.deployment = tag.reading.store?.deployment?.text
        properties.tag = tag.reading.tagID?.text
        properties.uid = tag.uid?.hexadecimal
        properties.url = tag.url
        properties.verdict = tag.verdict
        properties.foundStore = tag.foundStore?.id.text
        properties.foundDeployment = tag.foundStore?.deployment?.text
        properties.sigma = tag.whereabouts.sigma
        return AuditMap.Feature(geometry: .point(tag.whereabouts.place), properties: properties)
    }

    /// A line across the antimeridian is not cut in two: maps draw it around the world, as far as it is.
    private var findingFeatures: [AuditMap.Feature] {
        var outside: [String: [AuditedTag]] = [:]
        for tag in tags where tag.verdict == .outside { outside[tag.label, default: []].append(tag) }
        return findings.filter { $0.code == .swapped || $0.code == .misplaced }.flatMap { finding in
            Set(finding.tags).sorted().flatMap { outside[$0] ?? [] }.compactMap { tag -> AuditMap.Feature? in
                guard let store = tag.store, let region = store.region else { return nil }
                var properties = AuditMap.Properties(kind: .finding)
                properties.store = store.id.text
                properties.deployment = store.deployment?.text
                properties.tag = tag.reading.tagID?.text
                properties.foundStore = tag.foundStore?.id.text
                properties.foundDeployment = tag.foundStore?.deployment?.text
                properties.code = finding.code
                properties.severity = finding.severity
                properties.message = finding.message
                return AuditMap.Feature(
                    geometry: .line(tag.whereabouts.place, region.centre), properties: properties)
            }
        }
    }
}
