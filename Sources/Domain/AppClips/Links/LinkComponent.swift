internal import TextCoding

/// One entry of `components` in a site association: which URLs of the host an app opens, or does not.
///
/// See: Bundle Resources, "applinks.Details.Components".
public struct LinkComponent: Sendable, Hashable {
    /// What is asked of the query.
    public enum Query: Sendable, Hashable {
        /// A pattern for all of it.
        case text(String)
        /// Patterns for the values of items by name; other items may be there. All items of a name must match; one that
        /// is absent, or has no value, counts as the empty text (WWDC 2019, session 717).
        case items([String: String])
    }

    /// A pattern; nil for every path.
    public let path: String?
    public let query: Query?
    public let fragment: String?
    /// Whether URLs that match are not opened.
    public let excludes: Bool
    public let isCaseSensitive: Bool
    /// Whether patterns are compared with a URL as it is written; otherwise with the URL decoded.
    public let isPercentEncoded: Bool
    /// The values that patterns name as `$(name)`.
    public let variables: [String: [String]]

    public init(
        path: String? = nil, query: Query? = nil, fragment: String? = nil, excludes: Bool = false,
        isCaseSensitive: Bool = true, isPercentEncoded: Bool = true, variables: [String: [String]] = [:]
    ) {
        self.path = path
        self.query = query
        self.fragment = fragment
        self.excludes = excludes
        self.isCaseSensitive = isCaseSensitive
        self.isPercentEncoded = isPercentEncoded
        self.variables = variables
    }

    public func matches(_ url: InvocationURL) -> Bool {
        func fits(_ pattern: String?, _ text: String?) -> Bool {
            guard let pattern else { return true }
            let bytes = Array((text ?? "").utf8)
            return LinkPattern(pattern, variables: variables).matches(
                isPercentEncoded ? bytes : PercentCoding.decodeLeniently(bytes[...]), isCaseSensitive: isCaseSensitive)
        }
        guard fits(path, url.path), fits(fragment, url.fragment) else { return false }
        switch query {
        case nil: return true
        case .text(let pattern): return fits(pattern, url.query)
        case .items(let wanted):
            let found = Dictionary(grouping: Self.items(url.query ?? "")) { $0.name }
            return wanted.allSatisfy { name, pattern in
                (found[name]?.map(\.value) ?? [""]).allSatisfy { fits(pattern, $0) }
            }
        }
    }

    private static func items(_ query: String) -> [(name: String, value: String)] {
        query.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        }
    }
}

extension LinkComponent {
    /// The fewest components that open these registered URLs and everything below them. Sorted.
    ///
    /// A `*` or a `$` of a path cannot be written in a pattern as itself: a `?` for any one character takes its place.
    public static func opening(_ registered: some Sequence<InvocationURL>) -> [LinkComponent] {
        var components: Set<LinkComponent> = []
        for url in registered {
            let path = literal(url.path)
            if let query = url.query, !query.isEmpty {
                // One pattern is for all items of a name: of several values it can be none.
                let patterns = Dictionary(items(query).map { ($0.name, literal($0.value)) }) { $0 == $1 ? $0 : "*" }
                components.insert(LinkComponent(path: path, query: .items(patterns)))
            } else if path.isEmpty || path == "/" {
                return [LinkComponent(path: "*")]
            } else if path.hasSuffix("/") {
                components.insert(LinkComponent(path: path + "*"))
            } else {
                components.insert(LinkComponent(path: path))
                components.insert(LinkComponent(path: path + "/*"))
            }
        }
        let open = components.compactMap { $0.query == nil ? $0.path : nil }.filter { $0.hasSuffix("/*") }
        return components.filter { component in
            !open.contains { prefix in
                prefix != component.path && component.path?.hasPrefix(prefix.dropLast()) == true
            }
        }.sorted { $0.order < $1.order }
    }

    private var order: String {
        guard case .items(let items) = query else { return path ?? "" }
        return (path ?? "") + "?"
            + items.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
    }

    private static func literal(_ text: String) -> String {
        text.replacing("*", with: "?").replacing("$", with: "?")
    }
}
