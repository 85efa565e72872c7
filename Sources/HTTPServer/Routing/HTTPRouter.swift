/// Finds the handler of a request by its method and path.
public struct HTTPRouter: Sendable {
    /// Answers a request. A thrown `Problem` is the answer; any other error is a 500 that tells nothing.
    public typealias Handler = @Sendable (HTTPRequest) async throws -> HTTPResponse

    struct Route: Sendable {
        let method: HTTPMethod
        let pattern: RoutePattern
        let bodyLimit: Int
        let handler: Handler
    }

    /// The bodies that a route takes when it does not say: 16 MiB.
    public static let usualBodyLimit = 16 << 20

    private var routes: [Route] = []

    public init() {}

    /// Adds a route. `/v1/stores/new` comes before `/v1/stores/{name}`, whichever was added first.
    ///
    /// HEAD goes to the GET route when it has none of its own. `bodyLimit` is in bytes.
    public mutating func on(
        _ method: HTTPMethod, _ pattern: String, bodyLimit: Int = usualBodyLimit, handler: @escaping Handler
    ) {
        let route = Route(
            method: method, pattern: RoutePattern(pattern), bodyLimit: bodyLimit, handler: handler)
        let isNew = !routes.contains { $0.method == method && $0.pattern == route.pattern }
        precondition(isNew, "\(method) \(pattern) has a handler already")
        let place = routes.firstIndex { route.pattern.isMoreSpecific(than: $0.pattern) } ?? routes.endIndex
        routes.insert(route, at: place)
    }

    /// The route and its variables' values, or the problem to answer with: 404, or 405 with `Allow`.
    func route(_ method: HTTPMethod, _ path: [String]) -> Result<(Route, [String: String]), Problem> {
        var allowed: [HTTPMethod] = []
        for wanted in method == .head ? [.head, .get] : [method] {
            allowed = []
            for route in routes {
                guard let parameters = route.pattern.match(path) else { continue }
                if route.method == wanted { return .success((route, parameters)) }
                allowed.append(route.method)
            }
        }
        guard !allowed.isEmpty else { return .failure(.notFound) }
        if allowed.contains(.get), !allowed.contains(.head) { allowed.append(.head) }
        let names = Set(allowed).sorted { $0.rawValue < $1.rawValue }
        return .failure(.methodNotAllowed(method, allowed: names))
    }
}
