internal import AppClips

extension HandoverFile {
    /// The functions that find the store in a URL: what `URLTemplate.recover`, `StoreFinder` and `ExperienceIndex` do, as code
    /// that needs nothing but the standard library.
    static func reader(_ template: URLTemplate?) -> String {
        var fixed: [String] = []
        var optional: [String] = []
        for item in template?.query?.items ?? [] {
            switch item {
            case .fixed(let name, let value):
                fixed.append("(\(literal(String(decoding: name, as: UTF8.self))), \(code(of: value)))")
            case .optional(let names): optional += names.map(literal)
            }
        }
        return """
                private static let path: [Piece] = \(template.map { code(of: $0.path) } ?? "[]")
                private static let pathIsAll = \(template?.path.endsInReservedVariable ?? false)
                private static let fixedParameters: [(name: String, value: [Piece])] = [\(fixed.joined(separator: ", "))]
                private static let optionalParameters: [String] = [\(optional.joined(separator: ", "))]
                private static let fragment: [Piece]? = \(template?.fragment.map(code) ?? "nil")

            \(storeFunctions)
            \(templateFunctions)
            \(experienceFunctions)
            """
    }

    private static func code(of pattern: TemplatePattern) -> String {
        let pieces = pattern.pieces.map { piece in
            switch piece {
            case .literal(let bytes): ".literal(\(literal(String(decoding: bytes, as: UTF8.self))))"
            case .variable(let name, let keepsReserved):
                ".variable(\(literal(name)), keepsReserved: \(keepsReserved))"
            case .parameters(let names): ".parameters([\(names.map(literal).joined(separator: ", "))])"
            }
        }
        return "[\(pieces.joined(separator: ", "))]"
    }

    private static var storeFunctions: String {
        """
            /// The store that a URL means: by its identifier, else by its position, else by the experience that is
            /// registered for one store. Nil when it means none, or more than one: then ask the person.
            static func store(for url: String) -> Store? {
                let values = values(in: url)
                if let id = values["store"] { return store(id: id) }
                if values["latitude"] != nil || values["longitude"] != nil { return store(at: values) }
                return experience(for: Array(url.utf8))?.store.flatMap { store(id: $0) }
            }

            static func store(id: String) -> Store? { stores.first { $0.id.utf8.elementsEqual(id.utf8) } }

            /// The one store whose region holds the position in a URL. In the plane: a region is so small that this differs
            /// from a geodesic by centimetres.
            private static func store(at values: [String: String]) -> Store? {
                guard let latitude = values["latitude"].flatMap(Double.init), abs(latitude) <= 90,
                    let longitude = values["longitude"].flatMap(Double.init), abs(longitude) <= 180
                else { return nil }
                let found = stores.filter { store in
                    guard let region = store.region else { return false }
                    var degrees = abs(longitude - region.longitude)
                    if degrees > 180 { degrees = 360 - degrees }
                    let north = (latitude - region.latitude) * region.metresNorth
                    let east = degrees * region.metresEast
                    return north * north + east * east <= region.radius * region.radius
                }
                return found.count == 1 ? found[0] : nil
            }

        """
    }
}
