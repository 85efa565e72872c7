internal import Cryptography
internal import HTTPMessages
package import HTTPServer

/// Which requests over TCP are for us, and from our own pages. A browser carries requests of any page to any address
/// that it reaches, this computer's included.
package struct WebRules: Sendable {
    /// Names that clients may know this station by, beside those of the loopback.
    private let names: Set<String>
    /// Where browsers find it through a reverse proxy.
    private let origins: [PublicOrigin]

    package init(names: [String] = [], origins: [PublicOrigin] = []) {
        self.names = Set(
            ["127.0.0.1", "localhost", "[::1]"] + names.map { ServerName(urlHost: $0)?.urlHost ?? $0.lowercased() })
        self.origins = origins
    }

    /// Refuses a request under a foreign name (DNS rebinding), and one that a foreign page has sent.
    package func check(_ request: HTTPRequest) throws(Problem) {
        guard let port = request.port else { return }
        let host = Self.host(of: request)
        guard let own = publicOrigin(of: request)?.text ?? origin(host, port: port, isEncrypted: request.isEncrypted)
        else {
            throw Problem(
                status: 421, title: "the request is for another host",
                detail: "this station is not called \"\(host.prefix(80))\"", code: "foreign-host",
                next: "use the address that the daemon's configuration names")
        }
        if let origin = request.headers["Origin"], origin.lowercased() != own { throw Self.foreignPage(origin) }
        let site = request.headers["Sec-Fetch-Site"]
        let isNavigation = request.headers["Sec-Fetch-Mode"] == "navigate" && request.method == .get
        guard site == nil || site == "same-origin" || site == "none" || isNavigation else {
            throw Self.foreignPage(site ?? "")
        }
    }

    /// The request as its client has sent it: encrypted, and to the port of the public origin, also where a reverse proxy
    /// ends TLS. Several daemons behind one origin listen at different ports, and the browser has one session with all of
    /// them.
    func asSent(_ request: HTTPRequest) -> HTTPRequest {
        guard let origin = publicOrigin(of: request) else { return request }
        var request = request
        request.isEncrypted = true
        request.port = origin.port
        return request
    }

    /// Whether a browser says that one of our own pages has sent this. What a cookie allows needs that.
    static func isFromOwnPage(_ request: HTTPRequest) -> Bool {
        request.headers["Origin"] != nil || request.headers["Sec-Fetch-Site"] == "same-origin"
    }

    /// The public origin that a request is for. Only on the loopback: what comes there the proxy has sent, or another
    /// program on this computer, which the name gives no right to. What comes to another address has met no proxy, and
    /// counts as what it is. The proxy's other headers (`Forwarded`, `X-Forwarded-Proto`) are not read: a client can send
    /// them as well. On the Unix socket every request would count as the proxy's user's.
    private func publicOrigin(of request: HTTPRequest) -> PublicOrigin? {
        guard request.isOnLoopback, !origins.isEmpty else { return nil }
        let host = Self.host(of: request)
        return origins.first { $0.isNamed(by: host) }
    }

    /// In small letters. Of several, each reader takes another one (RFC 9112, section 3.2): they count as none.
    private static func host(of request: HTTPRequest) -> String {
        let hosts = request.headers.values(of: "Host")
        return hosts.count == 1 ? hosts[0].lowercased() : ""
    }

    /// The origin of our pages under one of our names; nil under another.
    private func origin(_ host: String, port: UInt16, isEncrypted: Bool) -> String? {
        let standard: UInt16 = isEncrypted ? 443 : 80
        let isOurs = names.contains { host == "\($0):\(port)" || (port == standard && host == $0) }
        return isOurs ? (isEncrypted ? "https://" : "http://") + host : nil
    }

    static func foreignPage(_ origin: String) -> Problem {
        Problem(
            status: 403, title: "the request is refused", detail: "a page of another origin has sent it",
            code: "foreign-origin", next: "open the station's own pages")
    }
}
