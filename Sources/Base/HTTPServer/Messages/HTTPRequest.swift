package import HTTPMessages
package import UnixSystem

/// A request, complete with its body.
package struct HTTPRequest: Sendable {
    package var method: HTTPMethod
    /// The path's components, percent-decoded: `/v1/a%2Fb` is `["v1", "a/b"]`, `/` is `[""]`.
    package var path: [String]
    /// The query's items in their order, decoded.
    package var query: [QueryItem]
    package var headers: HTTPHeaders
    package var body: [UInt8]
    /// The body of a route that takes it piece by piece; `body` is empty there.
    package var stream: RequestBody?
    /// The values of the route's variables, by name.
    package var parameters: [String: String]
    /// Who asks, on a Unix socket; nil on TCP.
    package var peer: PeerCredentials?
    /// Our port, on TCP; nil on a Unix socket.
    package var port: UInt16?
    /// Whether the request came over TLS.
    package var isEncrypted = false
    /// Whether the address that it came to is one that programs on this computer alone reach; false on a Unix socket.
    package var isOnLoopback = false
    /// What the route's admission has found out about who asks.
    package var caller: (any Sendable)?

    /// One `name=value` of a query; `value` is empty when there was no `=`.
    package struct QueryItem: Sendable, Equatable {
        package let name: String
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package init(
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
    package func parameter(_ name: String) -> String {
        guard let value = parameters[name] else { preconditionFailure("the route has no variable \(name)") }
        return value
    }

    /// Whether the request's head announces a body. See: RFC 9112, 6.3
    package var announcesBody: Bool {
        headers["Transfer-Encoding"] != nil || headers["Content-Length"].map { $0 != "0" } ?? false
    }

    /// Whether the client sends the body only when it is asked to, or not at all.
    package var awaitsContinue: Bool { HTTPConnection.awaitsContinue(headers) }

    /// The first value of a query item.
    package func queryValue(_ name: String) -> String? { query.first { $0.name == name }?.value }
}
