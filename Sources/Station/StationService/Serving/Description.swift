internal import API
internal import HTTPServer
internal import OpenAPI
internal import Registry
internal import Version

/// `/openapi.json`: made from the endpoints, with what holds for all of them added.
enum Description {
    static let problemSchema = "Problem"

    static func document(of endpoints: [Endpoint]) throws -> JSONValue {
        let book = SchemaBook()
        let operations = try endpoints.map { endpoint in
            var operation = try endpoint.describe(book)
            operation.isOpen = endpoint.role == nil
            operation.parameters += headers(of: endpoint)
            if let role = endpoint.role {
                operation.extensions["x-role"] = .text(role.rawValue)
                operation.detail = [operation.detail, "Role: `\(role.rawValue)`."].compactMap(\.self)
                    .joined(separator: "\n\n")
            }
            operation.answers += problems(of: endpoint)
            return operation
        }
        // What events carry; their stream is a text to the description.
        _ = try book.schema(of: WriteEvent.self)
        _ = try book.schema(of: TagChange.self)
        _ = try book.schema(of: BatchChange.self)
        _ = try book.schema(of: ReaderRemoval.self)
        _ = try book.schema(of: EntryNote.self)
        _ = try book.schema(of: EventReset.self)
        let schemas = book.schemas.merging([problemSchema: problemMembers]) { own, _ in own }
        return OpenAPIDocument(
            title: "Waymark", version: Release.version, introduction: introduction, operations: operations,
            schemas: schemas,
            security: [
                "token": ["type": "http", "scheme": "bearer", "description": "Made by `waymark token create`."],
                "session": [
                    "type": "apiKey", "in": "cookie",
                    "name": .text(SessionPage.console.cookie(port: 443, isEncrypted: true)),
                    "description": """
                    Set by `POST /v1/session`. The name holds the port at which browsers reach the station, and begins with \
                    `__Host-` over TLS only. \
                    Under `/v1/walk/` a paired phone's cookie counts instead, which has `walk` for `session` in its name and \
                    is set by `POST /v1/walk/session`.
                    """,
                ],
            ]
        ).json
    }

    private static let introduction = """
        The station's API. On its Unix socket the groups of the peer decide the role; on TCP a token does. The roles are \
        `read`, `provision` and `administer`, each of which may do what those before it may; `confirm`, which may hand in \
        confirmations and nothing else; and `walk`, which a paired phone has and which `read` does not include.

        An answer that is not what was asked for is a problem (RFC 9457) with a `code` for programs, and `next` for \
        people. 400: the request is not as described here. 422: it is, and is refused all the same; `detail` says why. \
        Nothing was changed by a request that is answered with a problem, unless the problem says so.

        Lists come in pages: an answer with `next` continues at `?cursor=NEXT`.
        """

    static func problem(_ status: Int, codes: [String]) -> APIOperation.Answer {
        let names = Set(codes).sorted().map { "`\($0)`" }.joined(separator: ", ")
        return APIOperation.Answer(
            status, "Problem: \(names).", APIOperation.Content("application/problem+json", .named(problemSchema)))
    }

    private static var problemMembers: Schema {
        .object([
            Schema.Property("type", .text()), Schema.Property("title", .text()), Schema.Property("status", .anyInteger),
            Schema.Property("detail", .text(), isRequired: false), Schema.Property("code", .text()),
            Schema.Property("next", .text(), isRequired: false),
        ])
    }

    private static func headers(of endpoint: Endpoint) -> [APIOperation.Parameter] {
        var headers: [APIOperation.Parameter] = []
        switch endpoint.effect {
        case .look:
            headers.append(
                APIOperation.Parameter(
                    "If-None-Match", in: .header, Conditions.schema,
                    help: "Entity tags that the client has: the answer is 304 if one of them is the present one."))
        case .change, .secretChange:
            headers.append(
                APIOperation.Parameter(
                    "Idempotency-Key", in: .header, Repetition.schema,
                    help:
                        "A name for this change, kept for a day: asked again under it, the same is answered and nothing done."
                        + (endpoint.role == nil ? " It is ignored where the request does not say who asks." : "")))
        case .stream, .session: break
        }
        if let edited = endpoint.edits {
            headers.append(
                APIOperation.Parameter(
                    "If-Match", in: .header, Conditions.schema,
                    help: "The entity tag of `GET \(edited.path)`: the change is refused if that is another by now."))
        }
        return headers
    }

    private static func problems(of endpoint: Endpoint) -> [APIOperation.Answer] {
        var problems = endpoint.allProblems.byStatus
        // What is refused before an endpoint is asked.
        var common = [(403, "foreign-origin"), (421, "foreign-host"), (500, "internal-error"), (503, "busy")]
        if endpoint.role != nil { common += [(401, "unauthorized"), (403, "forbidden")] }
        if !endpoint.bodyTypes.isEmpty { common += [(413, "too-large"), (415, "unsupported-media-type")] }
        for (status, code) in common { problems[status, default: []].append(code) }
        var answers = problems.map { problem($0, codes: $1) }
        for (status, what) in [(414, "The address"), (431, "The header")] {
            answers.append(
                APIOperation.Answer(
                    status, "\(what) is too long: line and header have 32 KiB.",
                    APIOperation.Content("text/html", .text())))
        }
        if case .look = endpoint.effect {
            answers.append(APIOperation.Answer(304, "The client has it already.", headers: ["ETag": "Its entity tag."]))
        }
        return answers
    }
}
