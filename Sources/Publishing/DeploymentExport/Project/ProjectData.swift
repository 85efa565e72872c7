internal import AppClips
internal import FoundationEssentials
internal import Geodesy

/// The JSON resource of an exported project: what the sources read at the first look-up.
struct ProjectData: Encodable {
    private struct Store: Encodable {
        let id: String
        let name: String
        var latitude: Double?
        var longitude: Double?
        var radius: Double?
        /// How long a degree is at the centre, in metres.
        var metresNorth: Double?
        var metresEast: Double?

        init(_ entry: HandoverFile.StoreEntry) {
            id = entry.store
            name = entry.name
            guard let latitude = entry.latitude, let longitude = entry.longitude,
                let centre = try? Coordinate(latitude: latitude, longitude: longitude)
            else { return }
            (self.latitude, self.longitude, radius) = (latitude, longitude, entry.radius)
            (metresNorth, metresEast) = centre.lengthOfDegree
        }
    }

    private struct Template: Encodable {
        struct Piece: Encodable {
            var text: String?
            var name: String?
            var keepsReserved: Bool?
            var names: [String]?

            init(_ piece: TemplatePattern.Piece) {
                switch piece {
                case .literal(let bytes): text = String(decoding: bytes, as: UTF8.self)
                case .variable(let name, let keepsReserved): (self.name, self.keepsReserved) = (name, keepsReserved)
                case .parameters(let names): self.names = names
                }
            }
        }

        struct Parameter: Encodable {
            let name: String
            let value: [Piece]
        }

        let path: [Piece]
        let pathIsAll: Bool
        var fixed: [Parameter] = []
        var optional: [String] = []
        let fragment: [Piece]?

        init(_ template: URLTemplate) {
            path = template.path.pieces.map(Piece.init)
            pathIsAll = template.path.endsInReservedVariable
            fragment = template.fragment?.pieces.map(Piece.init)
            for item in template.query?.items ?? [] {
                switch item {
                case .fixed(let name, let value):
                    fixed.append(
                        Parameter(name: String(decoding: name, as: UTF8.self), value: value.pieces.map(Piece.init)))
                case .optional(let names): optional += names
                }
            }
        }
    }

    private struct Experience: Encodable {
        let url: String
        let store: String?
    }

    private let name: String
    private let template: Template?
    private let stores: [Store]
    private let experiences: [Experience]
    private let pushTargets: [String: String]

    init(_ file: HandoverFile) throws {
        name = file.deployment
        template = try file.template.map { Template(try URLTemplate($0)) }
        stores = file.stores.map(Store.init)
        experiences = try Self.ranked(file.registered).map { Experience(url: $0.url, store: $0.store) }
        let others = file.tags.filter { $0.targetContentID != $0.url }
        pushTargets = Dictionary(others.map { ($0.tag, $0.targetContentID) }) { first, _ in first }
    }

    /// The most specific first, as a scan tries them.
    private static func ranked(_ registered: [HandoverFile.URLVector]) throws -> [HandoverFile.URLVector] {
        try registered.map { vector -> (rank: [Int], vector: HandoverFile.URLVector) in
            let url = try InvocationURL(vector.url)
            let query = url.query?.utf8.count ?? 0
            return ([url.looseKey(resolvingDots: true).count, query, url.bytes.count], vector)
        }.sorted { left, right in
            left.rank == right.rank
                ? left.vector.url < right.vector.url : right.rank.lexicographicallyPrecedes(left.rank)
        }.map(\.vector)
    }

    /// One line, keys sorted.
    var json: [UInt8] {
        get throws { try ProjectJSON.bytes(self) }
    }
}

/// JSON for the resources of a project.
enum ProjectJSON {
    /// One line, keys sorted.
    static func bytes(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value)) + [0x0A]
    }
}
