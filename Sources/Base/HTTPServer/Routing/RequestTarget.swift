internal import TextCoding

/// The address in a request line (RFC 9112, section 3.2), taken apart and decoded.
struct RequestTarget: Equatable {
    let path: [String]
    let query: [HTTPRequest.QueryItem]

    /// Takes the origin form `/path?query` and the absolute form `http://host/path?query`, which every server
    /// must understand; nil for anything else and for broken escapes.
    init?(_ text: String) {
        guard let local = Self.withoutAuthority(text) else { return nil }
        let parts = local.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let components = parts[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
            .map { PercentCoding.decode($0) }
        guard !components.contains(nil) else { return nil }
        path = components.compactMap(\.self)

        var items: [HTTPRequest.QueryItem] = []
        for pair in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard
                let name = PercentCoding.decode(sides[0], plusIsSpace: true),
                let value = PercentCoding.decode(sides.count > 1 ? sides[1] : "", plusIsSpace: true)
            else { return nil }
            items.append(HTTPRequest.QueryItem(name: name, value: value))
        }
        query = items
    }

    private static func withoutAuthority(_ text: String) -> Substring? {
        if text.hasPrefix("/") { return text[...] }
        guard let scheme = text.firstRange(of: "://") else { return nil }
        let rest = text[scheme.upperBound...]
        guard let slash = rest.firstIndex(of: "/") else { return "/" }
        return rest[slash...]
    }
}
