import HTTPClient
import HTTPMessages
import HTTPServer

/// Between a station and its hub: passes every call on, and what the hub answers to one of them it may change.
struct LyingHub: Sendable {
    /// Makes another answer of a call's.
    typealias Lie = @Sendable (_ answer: String) -> String

    private static let calls: [(HTTPMethod, String)] = [
        (.put, "/v1/stations/self"), (.post, "/v1/chains/{chain}/entries"), (.post, "/v1/grants"),
        (.post, "/v1/chains/{chain}/proofs"), (.get, "/v1/chains/{chain}/documents"),
    ]

    let url: String

    /// `call`: one of the calls of a station, as the API's description names it.
    static func run(
        before hub: TestHub, at call: String, _ lie: @escaping Lie, _ body: (LyingHub) async throws -> Void
    ) async throws {
        var router = HTTPRouter()
        for (method, pattern) in calls {
            router.on(method, pattern) { [url = hub.url] request in
                try await answer(request, of: url, call == pattern ? lie : { $0 })
            }
        }
        let server = WebServer(router: router)
        let bound = try await server.start(at: [.loopback(port: 0)])
        guard case .tcp(_, let port, _) = bound.first else { return }
        do {
            try await body(LyingHub(url: "http://127.0.0.1:\(port)"))
        } catch {
            await server.stop(grace: .zero)
            throw error
        }
        await server.stop(grace: .zero)
    }

    private static func answer(_ request: HTTPRequest, of hub: String, _ lie: Lie) async throws -> HTTPResponse {
        var passed = WebRequest(
            request.method.rawValue, hub + "/" + request.path.joined(separator: "/"),
            body: request.body.isEmpty ? nil : request.body)
        for name in ["Authorization", "Content-Type"] { passed.headers[name] = request.headers[name] }
        let answer = try await WebClient().send(passed)
        return HTTPResponse(
            status: answer.status, headers: ["Content-Type": answer.headers["Content-Type"] ?? "application/json"],
            body: .bytes(Array(lie(String(decoding: answer.body, as: UTF8.self)).utf8)))
    }
}
