internal import Faults
import UnixSystem

/// Sends HTTP requests, over a Unix socket or the network. Each is a connection of its own on a thread of its own.
package struct WebClient: Sendable {
    /// Where requests go.
    package enum Route: Sendable, Equatable {
        /// To the host that the URL names, with TLS for `https`, through the proxy that the environment names.
        case network
        /// To the program that listens at this path, whatever host the URL names.
        case unixSocket(String)
    }

    package var route: Route
    /// How long the connection may take to be made.
    package var connectTimeout: Duration = .seconds(10)
    /// How long a request with its whole answer may take; nil means for ever. For a streamed answer it counts too.
    package var timeout: Duration?
    /// How many redirects are followed; with 0 a redirect is the answer.
    package var redirectLimit = 0
    /// A PEM file of the authorities that may vouch for a host, instead of the system's.
    package var certificateAuthorities: String?
    /// `HOST:PORT` of a server that is asked in the place of every host; names and certificates stay the hosts'.
    package var connectTo: String?
    /// The only family of addresses that is connected to; nil: whichever answers first.
    package var addressFamily: AddressFamily?

    /// Takes requests for `route`; `timeout` is for the whole of a request.
    package init(_ route: Route = .network, timeout: Duration? = .seconds(60)) {
        self.route = route
        self.timeout = timeout
    }

    /// Sends a request and waits for the whole answer, of at most `limit` bytes.
    ///
    /// Throws `WebError`, or `CancellationError` when the task is cancelled, which ends the transfer at once.
    package func send(_ request: WebRequest, limit: Int = 64 << 20) async throws -> WebResponse {
        let response = try await stream(request, limit: limit)
        var body: [UInt8] = []
        for try await part in response.body { body += part }
        return WebResponse(status: response.status, headers: response.headers, body: body)
    }

    /// Sends a request and returns with the answer's headers; the body comes as it is read.
    ///
    /// Throws as `send` does, and so does the body. `limit` is the body's length in bytes; nil takes any.
    package func stream(_ request: WebRequest, limit: Int? = nil) async throws -> StreamedWebResponse {
        try Task.checkCancellation()
        let transfer = Transfer(limit: limit, place: place(of: request), followsRedirects: redirectLimit > 0)
        let owner = TransferOwner(transfer)
        do {
            let client = self
            try DedicatedThread.start("http-client") { transfer.run(request, with: client) }
        } catch {
            throw WebError(code: .failed, message: error.message, reason: error.reason, next: error.next)
        }
        let head = try await transfer.head()
        return StreamedWebResponse(status: head.status, headers: head.headers, body: ResponseBody(owner))
    }

    /// What errors name: the socket, or scheme and host. Paths, queries and passwords may be secret.
    private func place(of request: WebRequest) -> String {
        if case .unixSocket(let path) = route { return path }
        guard let scheme = request.url.firstRange(of: "://") else { return "the address" }
        let authority = request.url[scheme.upperBound...].prefix { !"/?#".contains($0) }
        return String(request.url[..<scheme.upperBound] + (authority.split(separator: "@").last ?? ""))
    }
}
