internal import Geodesy
internal import Registry

/// An audit as GeoJSON (RFC 7946): regions as points with a radius, tags where they were seen, and a line from
/// each tag of a finding about its place to the store where it belongs.
public struct AuditMap: Sendable, Encodable {
    enum Geometry: Sendable, Encodable {
        case point(Coordinate)
        case line(Coordinate, Coordinate)

        private enum CodingKeys: String, CodingKey {
            case type
            case coordinates
        }

        func encode(to encoder: any Encoder) throws {
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
    }

    struct Properties: Sendable, Encodable {
        enum Kind: String, Sendable, Encodable {
            case region
            case tag
            case finding
        }

        let kind: Kind
        var store: String?
        var name: String?
        /// Metres.
        var radius: Double?
        var tag: String?
        var url: String?
        var verdict: Verdict?
        var foundStore: String?
        /// Standard deviation in metres.
        var sigma: Double?
        var code: FindingCode?
        var severity: Severity?
        var message: String?
    }

    struct Feature: Sendable, Encodable {
        let type = "Feature"
        let geometry: Geometry
        let properties: Properties
    }

    let type = "FeatureCollection"
    let features: [Feature]
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
            properties.name = store.name
            properties.radius = region.radius
            return AuditMap.Feature(geometry: .point(region.centre), properties: properties)
        }
    }

    private func feature(_ tag: AuditedTag) -> AuditMap.Feature {
        var properties = AuditMap.Properties(kind: .tag)
        properties.store = tag.reading.store?.text
        properties.tag = tag.reading.tagID?.text
        properties.url = tag.url
        properties.verdict = tag.verdict
        properties.foundStore = tag.foundStore?.id.text
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
                properties.tag = tag.reading.tagID?.text
                properties.foundStore = tag.foundStore?.id.text
                properties.code = finding.code
                properties.severity = finding.severity
                properties.message = finding.message
                return AuditMap.Feature(
                    geometry: .line(tag.whereabouts.place, region.centre), properties: properties)
            }
        }
    }
}
