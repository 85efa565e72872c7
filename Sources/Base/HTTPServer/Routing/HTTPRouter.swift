/// Finds the handler of a request by its method and path.
package struct HTTPRouter: Sendable {
    /// Answers a request. A thrown `Problem` is the answer; any other error is a 500 without details.
    package typealias Handler = @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// Decides by a request's line and headers, before its body is taken, whether the handler may run, and says who
    /// asks. Called on the server's own thread: it must not wait for anything.
    package typealias Admission = @Sendable (HTTPRequest) throws(Problem) -> (any Sendable)?

    /// How a route takes a request's body.
    package struct Body: Sendable {
        /// In bytes.
        package let limit: Int
        /// Whether the handler begins before the body is whole and reads it piece by piece.
        package let isStreamed: Bool

        /// Kept in memory until it is whole.
        package static func whole(limit: Int) -> Body { Body(limit: limit, isStreamed: false) }
        package static func streamed(limit: Int) -> Body { Body(limit: limit, isStreamed: true) }

        /// What a route takes when it does not say: 16 MiB, whole.
        package static let usual = whole(limit: 16 << 20)
    }

    struct Route: Sendable {
        let method: HTTPMethod
        let pattern: RoutePattern
        let body: Body
        let admission: Admission
        let handler: Handler
    }

    private var routes: [Route] = []

    package init() {}

    /// Adds a route. `/v1/stores/new` comes before `/v1/stores/{name}`, whichever was added first.
    ///
    /// HEAD goes to the GET route when it has none of its own.
    package mutating func on(
        _ method: HTTPMethod, _ pattern: String, body: Body = .usual,
        admission: @escaping Admission = { _ throws(Problem) in nil }, handler: @escaping Handler
    ) {
        let route = Route(
            method: method, pattern: RoutePattern(pattern), body: body, admission: admission, handler: handler)
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
