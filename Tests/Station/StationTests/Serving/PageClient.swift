import HTTPMessages
import Registry
import Synchronization

@testable import HTTPServer
@testable import StationService

/// A browser, or a program, in front of a station: it keeps cookies, and sends them as the station's own pages do.
final class PageClient: Sendable {
    private let router: HTTPRouter
    private let jar = Mutex<[String: String]>([:])

    /// Where the station listens.
    private let port: UInt16

    init(_ station: Station, web: WebRules = WebRules(), port: UInt16 = 7_373) {
        router = StationRoutes(station, web: web).router
        self.port = port
    }

    /// By name.
    var cookies: [String: String] {
        get { jar.withLock(\.self) }
        set { jar.withLock { $0 = newValue } }
    }

    /// `token`: a secret, for a program. `body`: of the request, or `stream`: piece by piece.
    /// `headers`: others, or others than it sends by itself.
    func ask(
        _ method: HTTPMethod, _ path: String, token: String? = nil, body: String = "", stream: RequestBody? = nil,
        headers: [String: String] = [:]
    ) async throws -> HTTPResponse {
        try await admitted(method, path, token: token, body: body, stream: stream, headers: headers)()
    }

    /// Has the request let in, or refused; what this gives carries it out.
    func admitted(
        _ method: HTTPMethod, _ path: String, token: String? = nil, body: String = "", stream: RequestBody? = nil,
        headers: [String: String] = [:]
    ) throws -> @Sendable () async throws -> HTTPResponse {
        let parts = path.split(separator: "/").map(String.init)
        let (route, parameters) = try router.route(method, parts).get()
        var request = HTTPRequest(method: method, path: parts, body: Array(body.utf8), parameters: parameters)
        request.port = port
        request.isOnLoopback = true
        request.stream = stream
        request.headers = [
            "Host": "127.0.0.1:\(port)", "Sec-Fetch-Site": "same-origin",
            "Content-Type": stream == nil ? "application/json" : "text/csv",
        ]
        if !body.isEmpty { request.headers["Content-Length"] = "\(body.utf8.count)" }
        if let token { request.headers["Authorization"] = "Bearer \(token)" }
        let cookies = cookies.map { "\($0)=\($1)" }.sorted()
        if !cookies.isEmpty { request.headers["Cookie"] = cookies.joined(separator: "; ") }
        for (name, value) in headers { request.headers[name] = value }
        do throws(Problem) {
            request.caller = try route.admission(request)
        } catch {
            let refusal = error.response
            return { refusal }
        }
        return { [self, request] in
            do {
                let response = try await route.handler(request)
                for cookie in response.headers.values(of: "Set-Cookie") { keep(cookie) }
                return response
            } catch let problem as Problem {
                return problem.response
            }
        }
    }

    private func keep(_ cookie: String) {
        let sides = cookie.prefix { $0 != ";" }.split(separator: "=", omittingEmptySubsequences: false)
        let (name, value) = (String(sides[0]), String(sides[1]))
        jar.withLock { $0[name] = cookie.contains("Max-Age=0;") ? nil : value }
    }
}
