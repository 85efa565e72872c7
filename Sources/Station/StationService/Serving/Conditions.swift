internal import Cryptography
internal import HTTPMessages
internal import HTTPServer
internal import OpenAPI
internal import Registry

/// Entity tags, and requests that depend on them (RFC 9110, section 13).
enum Conditions {
    static let schema = Schema.text(["examples": [#""ab85e71cccd84fdcdbc6e9218cf2a36b""#, "*"]])

    /// A strong entity tag: a digest of the document's bytes.
    static func entityTag(of response: HTTPResponse) throws -> String? {
        guard response.status == 200, case .bytes(let bytes) = response.body else { return nil }
        return try "\"\(SHA256.hexadecimal(of: bytes).prefix(32))\""
    }

    /// The answer to a GET, or 304 for a client that has it. In the order of section 13.2.2.
    static func answer(_ request: HTTPRequest, _ response: HTTPResponse) throws -> HTTPResponse {
        guard let tag = try entityTag(of: response) else { return response }
        if let wanted = EntityTagList("If-Match", of: request.headers), !wanted.matchesStrongly(tag) {
            throw changed("the document is not given", next: "load it without If-Match")
        }
        if let had = EntityTagList("If-None-Match", of: request.headers), had.matchesWeakly(tag) {
            var headers: HTTPHeaders = ["ETag": tag]
            // What a cache needs to keep what it has (section 15.4.5).
            for name in ["Cache-Control", "Content-Location", "Expires", "Vary"] {
                headers[name] = response.headers[name]
            }
            return HTTPResponse(status: 304, headers: headers)
        }
        var response = response
        response.headers["ETag"] = tag
        return response
    }

    /// Refuses a change of what is not as the client has seen it.
    ///
    /// `current`: the document that is changed; nil for a change that no document shows. Then there is nothing that
    /// `If-Match` could match, and a client that sends it must not be led to believe that it was heard.
    static func check(_ request: HTTPRequest, against current: (() async throws -> HTTPResponse)?) async throws {
        let wanted = EntityTagList("If-Match", of: request.headers)
        let had = EntityTagList("If-None-Match", of: request.headers)
        guard wanted != nil || had != nil else { return }
        var tag: String?
        if let current { tag = try entityTag(of: try await current()) }
        if let wanted, !wanted.matchesStrongly(tag) {
            throw changed("nothing was changed", next: "load it again, and decide anew")
        }
        if let had, had.matchesWeakly(tag) {
            throw changed("nothing was changed", next: "leave If-None-Match out to change what is there")
        }
    }

    /// Whether a change rests on what its author has seen, and not only on there being something.
    static func restOnSeen(_ request: HTTPRequest) -> Bool {
        EntityTagList("If-Match", of: request.headers).map { !$0.isAny } ?? false
    }

    private static func changed(_ message: String, next: String) -> StationError {
        StationError(
            .registry(.changedMeanwhile), message, why: "what is there does not satisfy the request's condition",
            next: next)
    }
}
