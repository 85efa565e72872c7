public import HTTPMessages
public import UnixSystem

/// A request, complete with its body.
public struct HTTPRequest: Sendable {
    public var method: HTTPMethod
    /// The path's components, percent-decoded: `/v1/a%2Fb` is `["v1", "a/b"]`, `/` is `[""]`.
    public var path: [String]
    /// The query's items in their order, decoded.
    public var query: [QueryItem]
    public var headers: HTTPHeaders
    public var body: [UInt8]
    /// The body of a route that takes it piece by piece; `body` is empty there.
    public var stream: RequestBody?
    /// The values of the route's variables, by name.
    public var parameters: [String: String]
    /// Who asks, on a Unix socket; nil on TCP.
    public var peer: PeerCredentials?
    /// Our port, on TCP; nil on a Unix socket.
    public var port: UInt16?
    /// Whether the request came over TLS.
    public var isEncrypted = false
    /// What the route's admission has found out about who asks.
    public var caller: (any Sendable)?

    /// One `name=value` of a query; `value` is empty when there was no `=`.
    public struct QueryItem: Sendable, Equatable {
        public let name: String
        public let value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    public init(
        method: HTTPMethod, path: [String], query: [QueryItem] = [], headers: HTTPHeaders = [:],
        body: [UInt8] = [], parameters: [String: String] = [:], peer: PeerCredentials? = nil
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.parameters = parameters
        self.peer = peer
    }

    /// The value of a route's variable. Asking for one that the route's pattern lacks is a mistake in the program.
    public func parameter(_ name: String) -> String {
        guard let value = parameters[name] else { preconditionFailure("the route has no variable \(name)") }
        return value
    }

    /// Whether the request's head announces a body. See: RFC 9112, 6.3
    public var announcesBody: Bool {
        headers["Transfer-Encoding"] != nil || headers["Content-Length"].map { $0 != "0" } ?? false
    }

    /// The first value of a query item.
    public func queryValue(_ name: String) -> String? { query.first { $0.name == name }?.value }
}
