package import HTTPMessages
internal import TextCoding

/// What went wrong with a request, for people and programs (RFC 9457).
///
/// A handler throws it to answer with it. `code` and `next` are extension members (section 3.2).
package struct Problem: Error, Sendable, Equatable, CustomStringConvertible {
    /// A URI that names the kind of problem; `about:blank` says no more than the status does.
    package var type: String
    package var title: String
    package var status: Int
    package var detail: String?
    /// The same for the same kind of problem, for programs to decide by.
    package var code: String?
    /// What to do about it.
    package var next: String?
    /// Further headers of the answer, such as `Allow`.
    package var headers: HTTPHeaders

    package init(
        status: Int, title: String, detail: String? = nil, code: String? = nil, next: String? = nil,
        type: String = "about:blank", headers: HTTPHeaders = [:]
    ) {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
        self.code = code
        self.next = next
        self.headers = headers
    }

    package var description: String {
        ["\(status) \(title)", detail, next].compactMap(\.self).joined(separator: "; ")
    }

    /// The problem as `application/problem+json`.
    package var response: HTTPResponse {
        var headers = headers
        headers["Content-Type"] = "application/problem+json"
        return HTTPResponse(status: status, headers: headers, body: .bytes(Array(json.utf8)))
    }

    private var json: String {
        let texts = [("type", type), ("title", title), ("detail", detail), ("code", code), ("next", next)]
        let members = texts.compactMap { name, text in text.map { "\"\(name)\":\(JSONString.quoted($0))" } }
        return "{" + (members + ["\"status\":\(status)"]).joined(separator: ",") + "}"
    }
}

extension Problem {
    static let notFound = Problem(
        status: 404, title: "Not found", detail: "nothing has this address", code: "not-found",
        next: "check the path")
    static let internalError = Problem(
        status: 500, title: "Internal error", detail: "the server failed to answer", code: "internal-error",
        next: "see the server's log")
    static let stopping = Problem(
        status: 503, title: "Service unavailable", detail: "the server is stopping", code: "stopping",
        next: "try again later", headers: ["Connection": "close"])

    /// What was begun may still be done, or have been done in part.
    static let stoppingMeanwhile = Problem(
        status: 503, title: "It is not known whether this was done",
        detail: "the server stopped before the request came to its end", code: "stopping",
        next: "see what is done (waymark journal list) before you repeat it", headers: ["Connection": "close"])

    static let busy = Problem(
        status: 503, title: "Service unavailable", detail: "too many bodies are on their way in", code: "busy",
        next: "try again in a moment", headers: ["Retry-After": "5"])

    static let cannotKeep = Problem(
        status: 503, title: "Service unavailable", detail: "the body cannot be kept on the server's disk",
        code: "busy", next: "see the server's log, and try again", headers: ["Retry-After": "5"])

    static let tooManyConnections = Problem(
        status: 503, title: "Service unavailable", detail: "too many connections of this client are in use",
        code: "busy", next: "close some, and try again", headers: ["Connection": "close", "Retry-After": "5"])

    static func methodNotAllowed(_ method: HTTPMethod, allowed: [HTTPMethod]) -> Problem {
        let list = allowed.map(\.rawValue).joined(separator: ", ")
        return Problem(
            status: 405, title: "Method not allowed", detail: "\(method) is not possible here",
            code: "method-not-allowed", next: "use \(list)", headers: ["Allow": list])
    }

    static func badRequest(_ detail: String) -> Problem {
        Problem(
            status: 400, title: "Bad request", detail: detail, code: "bad-request", next: "correct the request"
        )
    }

    static func tooLarge(limit: Int) -> Problem {
        Problem(
            status: 413, title: "Content too large", detail: "at most \(limit) bytes are taken here",
            code: "too-large", next: "send a smaller request")
    }
}
