/// A path with variables, such as `/v1/batches/{name}`.
struct RoutePattern: Sendable, Equatable {
    enum Component: Sendable, Equatable {
        case literal(String)
        case variable(String)
    }

    let components: [Component]

    /// As it was written.
    var text: String {
        components.map { component in
            switch component {
            case .literal(let literal): "/\(literal)"
            case .variable(let name): "/{\(name)}"
            }
        }.joined()
    }

    /// A pattern is part of the program: a bad one stops it at once.
    init(_ text: String) {
        precondition(text.hasPrefix("/"), "a route's pattern starts with a slash: \(text)")
        components = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { part in
            guard part.hasPrefix("{"), part.hasSuffix("}") else { return .literal(String(part)) }
            return .variable(String(part.dropFirst().dropLast()))
        }
    }

    /// The variables' values when `path` fits. A variable takes one component, never an empty one.
    func match(_ path: [String]) -> [String: String]? {
        guard path.count == components.count else { return nil }
        var parameters: [String: String] = [:]
        for (component, text) in zip(components, path) {
            switch component {
            case .literal(let literal): guard literal == text else { return nil }
            case .variable(let name):
                guard !text.isEmpty else { return nil }
                parameters[name] = text
            }
        }
        return parameters
    }

    /// Whether this pattern comes first where both fit: at the first difference it has the literal.
    func isMoreSpecific(than other: RoutePattern) -> Bool {
        // No path fits patterns of different lengths; comparing these would spoil the order.
        guard components.count == other.components.count else { return false }
        for (mine, others) in zip(components, other.components) {
            switch (mine, others) {
            case (.literal, .variable): return true
            case (.variable, .literal): return false
            default: continue
            }
        }
        return false
    }
}
