internal import Cryptography
internal import HTTPServer
internal import OpenAPI

/// Entity tags, and requests that depend on them (RFC 9110, section 13).
enum Conditions {
    static let schema = Schema.text(["examples": [#""ab85e71cccd84fdcdbc6e9218cf2a36b""#, "*"]])

    /// A strong entity tag: a digest of the document's bytes.
    static func entityTag(of response: HTTPResponse) throws -> String? {
        guard response.status == 200, case .bytes(let bytes) = response.body else { return nil }
        return try "\"\(SHA256.hexadecimal(of: bytes).prefix(32))\""
    }

    /// The answer to a GET, or 304 for a client that has it.
    static func answer(_ request: HTTPRequest, _ response: HTTPResponse) throws -> HTTPResponse {
        let wanted = tags(in: request, "If-None-Match")
        guard let tag = try entityTag(of: response) else { return response }
        if let wanted, wanted.contains("*") || wanted.contains(tag) || wanted.contains("W/\(tag)") {
            return HTTPResponse(status: 304, headers: ["ETag": tag])
        }
        var response = response
        response.headers["ETag"] = tag
        return response
    }

    /// Refuses an edit of what is not as the client has seen it.
    static func check(_ request: HTTPRequest, against current: () async throws -> HTTPResponse) async throws {
        guard let wanted = tags(in: request, "If-Match") else { return }
        let tag = try entityTag(of: try await current())
        guard !wanted.contains("*"), !(tag.map(wanted.contains) ?? false) else { return }
        throw StationError(
            412, "changed-meanwhile", "nothing was changed", why: "somebody else has changed it since it was looked at",
            next: "load it again, and decide anew")
    }

    /// The entity tags that a header lists; nil without the header. What is none matches nothing.
    private static func tags(in request: HTTPRequest, _ header: String) -> Set<String>? {
        guard let text = request.headers[header] else { return nil }
        if text == "*" { return ["*"] }
        return Set(text.matches(of: #/(?:W\/)?"[!#-~]*"/#).map { String($0.output) })
    }
}
