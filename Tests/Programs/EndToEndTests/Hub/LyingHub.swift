import HTTPClient
import HTTPMessages
import HTTPServer

/// Between a station and its hub: passes every call on, and what the hub answers to one of them it may change.
struct LyingHub: Sendable {
    /// Makes another answer of a call's.
    typealias Lie = @Sendable (_ answer: String) -> String

    private static let calls: [(HTTPMethod, String)] = [
        (.put, "/v1/stations/self"), (.post, "/v1/chains/{chain}/entries"), (.post, "/v1/grants"),
        (.post, "/v1/chains/{chain}/proofs"), (.get, "/v1/chains/{chain}/documents"), (.get, documentPage),
    ]

    static let documentPage = "/v1/chains/{chain}/documents/page"

    let url: String

    /// `call`: one of the calls of a station, as the API's description names it. `missing`: one that it does not know.
    static func run(
        before hub: TestHub, at call: String, without missing: String? = nil, _ lie: @escaping Lie,
        _ body: (LyingHub) async throws -> Void
    ) async throws {
        var router = HTTPRouter()
        for (method, pattern) in calls where pattern != missing {
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
        // No item of a station has a character that would need an escape.
        let items = request.query.map { "\($0.name)=\($0.value)" }
        var passed = WebRequest(
            request.method.rawValue,
            hub + "/" + request.path.joined(separator: "/") + (items.isEmpty ? "" : "?" + items.joined(separator: "&")),
            body: request.body.isEmpty ? nil : request.body)
        for name in ["Authorization", "Content-Type"] { passed.headers[name] = request.headers[name] }
        let answer = try await WebClient().send(passed)
        return HTTPResponse(
            status: answer.status, headers: ["Content-Type": answer.headers["Content-Type"] ?? "application/json"],
            body: .bytes(Array(lie(String(decoding: answer.body, as: UTF8.self)).utf8)))
    }
}
