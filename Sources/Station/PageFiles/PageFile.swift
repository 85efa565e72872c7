internal import Cryptography
internal import HTTPMessages
package import HTTPServer

/// One file of a page that the daemon carries inside itself, with what a browser needs to keep it until it is another.
package struct PageFile: Sendable {
    package let path: String
    package let bytes: [UInt8]
    private let headers: HTTPHeaders
    private let entityTag: String

    /// `policy`: the page's `Content-Security-Policy`. `more`: further headers. Throws when libcrypto cannot compute
    /// SHA-256.
    package init(
        _ path: String, type: String, _ bytes: [UInt8], policy: String, more: [String: String] = [:]
    ) throws {
        self.path = path
        self.bytes = bytes
        entityTag = "\"\(try SHA256.hexadecimal(of: bytes).prefix(32))\""
        var headers: HTTPHeaders = [
            "Content-Type": type, "ETag": entityTag, "Cache-Control": "no-cache", "Content-Security-Policy": policy,
        ]
        for (name, value) in more { headers[name] = value }
        self.headers = headers
    }

    /// The file, or 304 for a browser that has it. A browser always asks: a new daemon brings new files.
    package func answer(to request: HTTPRequest) -> HTTPResponse {
        let known = (request.headers["If-None-Match"] ?? "").split(separator: ",").map { $0.drop { $0 == " " } }
        guard !known.contains(where: { $0 == entityTag }) else { return HTTPResponse(status: 304, headers: headers) }
        return HTTPResponse(headers: headers, body: .bytes(bytes))
    }
}

extension [PageFile] {
    /// Adds a route for each. `admission` decides by a request's line and headers whether it is for us.
    package func add(to router: inout HTTPRouter, admission: @escaping HTTPRouter.Admission) {
        for file in self {
            router.on(.get, file.path, body: .whole(limit: 0), admission: admission) { file.answer(to: $0) }
        }
    }
}
