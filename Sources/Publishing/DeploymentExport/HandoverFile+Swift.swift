internal import AppClips
internal import Geodesy
internal import TextCoding

extension HandoverFile {
    /// The same as Swift source for the App Clip's target: it needs nothing but the standard library, so that a test
    /// on any machine can run it. The same deployment gives the same text.
    package var swift: String {
        get throws {
            let reader = Self.reader(try template.map { try URLTemplate($0) })
            return """
                // Made by `waymark deployment export`. Do not edit it: change the deployment and make it again.

                /// The stores of the deployment \(Self.comment(deployment)), and how its URLs name them.
                enum \(typeName) {
                    struct Region: Equatable, Sendable {
                        /// Degrees, WGS 84.
                        let latitude: Double
                        let longitude: Double
                        /// Metres: what `confirmAcquired(in:)` takes, at most 500.
                        let radius: Double
                        /// How long a degree is at the centre, in metres.
                        let metresNorth: Double
                        let metresEast: Double
                    }

                    struct Store: Equatable, Sendable {
                        let id: String
                        let name: String
                        /// Nil for a store that roams: there is no place to confirm.
                        let region: Region?
                    }

                    static let template: String? = \(template.map(Self.literal) ?? "nil")

                    static let stores: [Store] = [
                \(stores.map { "        " + Self.line($0) }.joined(separator: "\n"))
                    ]

                    /// Registered URLs with the store that each is for, the most specific first.
                    private static let experiences: [(url: String, store: String?)] = [
                \(try prefixes.map { "        (\(Self.literal($0.url)), \($0.store.map(Self.literal) ?? "nil"))," }.joined(separator: "\n"))
                    ]

                \(reader)
                    /// For tests: each URL, and the store that it means.
                    static let urlVectors: [(url: String, store: String?)] = [
                \(urls.map { "        (\(Self.literal($0.url)), \($0.store.map(Self.literal) ?? "nil"))," }.joined(separator: "\n"))
                    ]

                    /// For tests: positions a metre on either side of each region's edge, and its centre.
                    static let positionVectors: [(store: String, latitude: Double, longitude: Double, isInside: Bool)] = [
                \(positions.map { "        (\(Self.literal($0.store)), \($0.latitude), \($0.longitude), \($0.isInside))," }.joined(separator: "\n"))
                    ]
                }

                """
        }
    }

    private var prefixes: [URLVector] {
        get throws {
            try registered.map { vector -> (rank: [Int], vector: URLVector) in
                let url = try InvocationURL(vector.url)
                let query = url.query?.utf8.count ?? 0
                return ([url.looseKey(resolvingDots: true).count, query, url.bytes.count], vector)
            }.sorted { left, right in
                left.rank == right.rank
                    ? left.vector.url < right.vector.url : right.rank.lexicographicallyPrecedes(left.rank)
            }.map(\.vector)
        }
    }

    /// A type's name: letters and digits of the deployment's.
    private var typeName: String {
        let words = deployment.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Deployment"
        return name.first?.isNumber == true ? "The" + name : name
    }

    private static func line(_ store: StoreEntry) -> String {
        var region = "nil"
        if let latitude = store.latitude, let longitude = store.longitude, let radius = store.radius,
            let centre = try? Coordinate(latitude: latitude, longitude: longitude)
        {
            let (north, east) = centre.lengthOfDegree
            let numbers = [
                "latitude: \(latitude)", "longitude: \(longitude)", "radius: \(radius)", "metresNorth: \(north)",
                "metresEast: \(east)",
            ]
            region = "Region(\(numbers.joined(separator: ", ")))"
        }
        return "Store(id: \(literal(store.store)), name: \(literal(store.name)), region: \(region)),"
    }

    private static func comment(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// A text as a literal: nothing in it can end it, or be taken for code.
    static func literal(_ text: String) -> String {
        let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(VisibleText.escaped(quoted))\""
    }
}
