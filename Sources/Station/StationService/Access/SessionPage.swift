internal import HTTPMessages
internal import HTTPServer

/// The station's page that a session belongs to. Each has a cookie of its own: one browser may have the console open
/// and be a paired phone, and neither takes the other's place.
enum SessionPage: Sendable {
    case console
    case walk

    /// The page whose session counts at this path of the API.
    init(ofPath path: String) {
        self = path.hasPrefix("/v1/walk/") ? .walk : .console
    }

    /// The cookie's name. Browsers keep cookies by host and not by port: the port in the name keeps the stations of one
    /// machine apart. Over TLS no other page of the host, and none without TLS, can set it (RFC 6265bis, 4.1.3.2).
    func cookie(port: UInt16, isEncrypted: Bool) -> String {
        let name =
            switch self {
            case .console: "session"
            case .walk: "walk"
            }
        return (isEncrypted ? "__Host-" : "") + "waymark-\(name)-\(port)"
    }

    private func cookie(of request: HTTPRequest) -> String {
        cookie(port: request.port ?? 0, isEncrypted: request.isEncrypted)
    }

    /// The value that a request brings; nil without one.
    func value(in request: HTTPRequest) -> String? {
        let cookie = cookie(of: request)
        for pair in (request.headers["Cookie"] ?? "").split(separator: ";") {
            let sides = pair.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, sides[0].drop(while: { $0 == " " }) == cookie else { continue }
            return String(sides[1])
        }
        return nil
    }

    /// The header that sets the cookie where a request comes from; zero seconds take it away.
    func setting(_ value: String, seconds: Int, for request: HTTPRequest) -> String {
        let secure = request.isEncrypted ? "; Secure" : ""
        return "\(cookie(of: request))=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict\(secure)"
    }
}
