internal import HTTPMessages
package import HTTPServer

/// Which requests over TCP are for us, and from our own pages. A browser carries requests of any page to any address
/// that it reaches, this computer's included.
package struct WebRules: Sendable {
    /// Names that clients may know this station by, beside those of the loopback.
    private let names: Set<String>

    package init(names: [String] = []) {
        self.names = Set(["127.0.0.1", "localhost", "[::1]"] + names.map { $0.lowercased() })
    }

    /// Refuses a request under a foreign name (DNS rebinding), and one that a foreign page has sent.
    package func check(_ request: HTTPRequest) throws(Problem) {
        guard let port = request.port else { return }
        // Of several, each reader takes another one (RFC 9112, section 3.2).
        let hosts = request.headers.values(of: "Host")
        let host = hosts.count == 1 ? hosts[0].lowercased() : ""
        guard isOurs(host, port: port, isEncrypted: request.isEncrypted) else {
            throw Problem(
                status: 421, title: "the request is for another host",
                detail: "this station is not called \"\(host.prefix(80))\"", code: "foreign-host",
                next: "use the address that the daemon's configuration names")
        }
        let own = (request.isEncrypted ? "https://" : "http://") + host
        if let origin = request.headers["Origin"], origin.lowercased() != own { throw Self.foreignPage(origin) }
        let site = request.headers["Sec-Fetch-Site"]
        let isNavigation = request.headers["Sec-Fetch-Mode"] == "navigate" && request.method == .get
        guard site == nil || site == "same-origin" || site == "none" || isNavigation else {
            throw Self.foreignPage(site ?? "")
        }
    }

    /// Whether a browser says that one of our own pages has sent this. What a cookie allows needs that.
    static func isFromOwnPage(_ request: HTTPRequest) -> Bool {
        request.headers["Origin"] != nil || request.headers["Sec-Fetch-Site"] == "same-origin"
    }

    private func isOurs(_ host: String, port: UInt16, isEncrypted: Bool) -> Bool {
        let standard: UInt16 = isEncrypted ? 443 : 80
        return names.contains { host == "\($0):\(port)" || (port == standard && host == $0) }
    }

    static func foreignPage(_ origin: String) -> Problem {
        Problem(
            status: 403, title: "the request is refused", detail: "a page of another origin has sent it",
            code: "foreign-origin", next: "open the station's own pages")
    }
}
