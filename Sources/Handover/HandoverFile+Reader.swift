extension HandoverFile {
    /// The functions that find the store in a URL. `shape` is nil for a template that only a template reader reads:
    /// then the experiences alone decide.
    static func reader(_ shape: URLShape?) -> String {
        let origin = shape.map { literal($0.origin) } ?? "\"\""
        let segments = (shape?.segments ?? []).map { segment in
            "(\(segment.literal.map(literal) ?? "nil"), \(segment.variable.map(literal) ?? "nil"))"
        }
        let queries = (shape?.queryVariables ?? []).map { "(\(literal($0.key)), \(literal($0.variable)))" }
        return """
                private static let origin = \(origin)
                private static let segments: [(literal: String?, variable: String?)] = [\(segments.joined(separator: ", "))]
                private static let queryVariables: [(key: String, variable: String)] = [\(queries.joined(separator: ", "))]

                /// The store that a URL means: by its identifier, else by its position, else by the experience that is
                /// registered for one store. Nil when it means none: then ask the person.
                static func store(for url: String) -> Store? {
                    let values = values(in: url)
                    if let id = values["store"] { return store(id: id) }
                    if let latitude = values["latitude"].flatMap(Double.init),
                        let longitude = values["longitude"].flatMap(Double.init)
                    {
                        // A URL names a region's centre, to six decimals.
                        return stores.first { store in
                            guard let region = store.region else { return false }
                            return abs(region.latitude - latitude) < 0.000_001
                                && abs(region.longitude - longitude) < 0.000_001
                        }
                    }
                    let experience = experiences.first { entry in
                        guard url.hasPrefix(entry.url) else { return false }
                        let rest = url.dropFirst(entry.url.count)
                        return rest.isEmpty || entry.url.hasSuffix("/") || rest.hasPrefix("/") || rest.hasPrefix("?")
                    }
                    return experience.flatMap { store(id: $0.store) }
                }

                static func store(id: String) -> Store? { stores.first { $0.id.utf8.elementsEqual(id.utf8) } }

                /// The values of the template's variables in a URL; none when it is not made from the template.
                static func values(in url: String) -> [String: String] {
                    guard !origin.isEmpty, url.hasPrefix(origin) else { return [:] }
                    let rest = url.dropFirst(origin.count).prefix { $0 != "#" }
                    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
                    let found = parts[0].split(separator: "/", omittingEmptySubsequences: false)
                    guard found.count == segments.count else { return [:] }
                    var values: [String: String] = [:]
                    for (segment, wanted) in zip(found, segments) {
                        if let variable = wanted.variable {
                            guard !segment.isEmpty else { return [:] }
                            values[variable] = decoded(segment)
                        } else if wanted.literal != String(segment) {
                            return [:]
                        }
                    }
                    for item in parts.count > 1 ? parts[1].split(separator: "&") : [] {
                        let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                        guard pair.count == 2, let known = queryVariables.first(where: { $0.key == String(pair[0]) })
                        else { continue }
                        values[known.variable] = decoded(pair[1])
                    }
                    return values
                }

                private static func decoded(_ text: Substring) -> String {
                    var bytes: [UInt8] = []
                    var rest = Array(text.utf8)[...]
                    while let byte = rest.popFirst() {
                        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                        if byte == 37, digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
                            bytes.append(value)
                            rest = rest.dropFirst(2)
                        } else {
                            bytes.append(byte)
                        }
                    }
                    return String(decoding: bytes, as: UTF8.self)
                }

            """
    }
}
