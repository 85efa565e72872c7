internal import API
internal import HTTPMessages
internal import HTTPServer
internal import OpenAPI
internal import Registry

/// The kinds of endpoints. Each takes its schemas from the types that its function really reads and returns.
extension Endpoint {
    /// A document.
    static func get<Answer: Codable & Sendable>(
        _ path: String, for role: Role?, _ title: Title, reading parameters: [any DescribedParameter] = [],
        problems: [ListedProblem] = [], run: @escaping @Sendable (OperationCall) async throws -> Answer
    ) -> Endpoint {
        Endpoint(
            method: .get, path: path, role: role, effect: .look, parameters: parameters, bodyTypes: [],
            body: .whole(limit: 0), edits: nil, problems: problems,
            describe: { book in
                operation(
                    .get, at: path, title, reading: parameters,
                    answer: json(200, "What was asked for.", schema: try book.schema(of: Answer.self)))
            },
            run: { call in try Wire.respond(try await run(call)) })
    }

    /// A change that a JSON document asks for.
    static func change<Wanted: Decodable & Sendable, Answer: Codable & Sendable>(
        _ method: HTTPMethod, at path: String, for role: Role?, _ title: Title,
        reading parameters: [any DescribedParameter] = [], taking: Wanted.Type, limit: Int = 1 << 20, status: Int = 200,
        effect: Effect = .change, edits: EditedThing? = nil, problems: [ListedProblem] = [],
        run: @escaping @Sendable (OperationCall, Wanted) async throws -> Answer
    ) -> Endpoint {
        Endpoint(
            method: method, path: path, role: role, effect: effect, parameters: parameters,
            bodyTypes: ["application/json"], body: .whole(limit: limit), edits: edits, problems: problems,
            describe: { book in
                operation(
                    method, at: path, title, reading: parameters,
                    bodies: [APIOperation.Content("application/json", try book.schema(of: Wanted.self))],
                    answer: json(status, "Done.", schema: try book.schema(of: Answer.self)))
            },
            run: { call in
                try Wire.respond(try await run(call, try call.body(Wanted.self)), status: status)
            })
    }

    /// A change that needs no document.
    static func act<Answer: Codable & Sendable>(
        _ method: HTTPMethod, at path: String, for role: Role?, _ title: Title,
        reading parameters: [any DescribedParameter] = [], effect: Effect = .change, edits: EditedThing? = nil,
        problems: [ListedProblem] = [], run: @escaping @Sendable (OperationCall) async throws -> Answer
    ) -> Endpoint {
        Endpoint(
            method: method, path: path, role: role, effect: effect, parameters: parameters, bodyTypes: [],
            body: .whole(limit: 1 << 10), edits: edits, problems: problems,
            describe: { book in
                operation(
                    method, at: path, title, reading: parameters,
                    answer: json(200, "Done.", schema: try book.schema(of: Answer.self)))
            },
            run: { call in try Wire.respond(try await run(call)) })
    }

    private static let workbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    private static let bytes = "application/octet-stream"

    private static func file(_ type: String) -> APIOperation.Content {
        APIOperation.Content(type, .other(["contentMediaType": .text(type)]))
    }

    /// A change that a table asks for, as CSV or as an Excel workbook, taken whole or piece by piece.
    static func upload<Answer: Codable & Sendable>(
        _ method: HTTPMethod, at path: String, for role: Role?, _ title: Title,
        reading parameters: [any DescribedParameter],
        body: HTTPRouter.Body, status: Int = 200, edits: EditedThing? = nil, problems: [ListedProblem] = [],
        run: @escaping @Sendable (OperationCall) async throws -> Answer
    ) -> Endpoint {
        Endpoint(
            method: method, path: path, role: role, effect: .change, parameters: parameters,
            bodyTypes: ["text/csv", workbook, bytes], body: body, edits: edits, problems: problems,
            describe: { book in
                operation(
                    method, at: path, title, reading: parameters,
                    bodies: [APIOperation.Content("text/csv", .text(["contentMediaType": "text/csv"]))]
                        + [workbook, bytes].map { file($0) },
                    answer: json(status, "Done.", schema: try book.schema(of: Answer.self)))
            },
            run: { call in try Wire.respond(try await run(call), status: status) })
    }

    /// A file of any type, read piece by piece, of which a document is made; nothing is changed.
    static func conversion<Answer: Codable & Sendable>(
        _ path: String, for role: Role?, _ title: Title, reading parameters: [any DescribedParameter], limit: Int,
        problems: [ListedProblem] = [], refusingEarly: @escaping EarlyRefusal,
        run: @escaping @Sendable (OperationCall) async throws -> Answer
    ) -> Endpoint {
        Endpoint(
            method: .post, path: path, role: role, effect: .stream, parameters: parameters, bodyTypes: [bytes],
            body: .streamed(limit: limit), edits: nil, problems: problems,
            describe: { book in
                operation(
                    .post, at: path, title, reading: parameters, bodies: [file(bytes)],
                    answer: json(200, "What was made of it.", schema: try book.schema(of: Answer.self)))
            },
            run: { call in try Wire.respond(try await run(call)) }, refuseEarly: refusingEarly)
    }

    /// The beginning or the end of a browser's session: the answer sets or clears its cookie.
    static func session<Answer: Codable & Sendable>(
        _ method: HTTPMethod, at path: String = "/v1/session", _ title: Title, taking: SessionRequest.Type? = nil,
        problems: [ListedProblem] = [],
        run: @escaping @Sendable (OperationCall) async throws -> (answer: Answer, cookie: String)
    ) -> Endpoint {
        Endpoint(
            method: method, path: path, role: nil, effect: .session, parameters: [],
            bodyTypes: taking == nil ? [] : ["application/json"], body: .whole(limit: 1 << 12), edits: nil,
            problems: problems,
            describe: { book in
                let body = try taking.map { APIOperation.Content("application/json", try book.schema(of: $0)) }
                return operation(
                    method, at: path, title, reading: [], bodies: body.map { [$0] } ?? [],
                    answer: json(200, "Done; the cookie is set or cleared.", schema: try book.schema(of: Answer.self)))
            },
            run: { call in
                let (answer, cookie) = try await run(call)
                var response = try Wire.respond(answer)
                response.headers["Set-Cookie"] = cookie
                return response
            })
    }

    /// An answer that is not a JSON document, such as a file or events. `others`: of further statuses.
    static func content(
        _ path: String, for role: Role?, _ title: Title, reading parameters: [any DescribedParameter] = [],
        answer: APIOperation.Answer, or others: [APIOperation.Answer] = [], effect: Effect = .stream,
        problems: [ListedProblem] = [],
        run: @escaping @Sendable (OperationCall) async throws -> HTTPResponse
    ) -> Endpoint {
        Endpoint(
            method: .get, path: path, role: role, effect: effect, parameters: parameters, bodyTypes: [],
            body: .whole(limit: 0), edits: nil, problems: problems,
            describe: { _ in
                var described = operation(.get, at: path, title, reading: parameters, answer: answer)
                described.answers += others
                return described
            },
            run: run)
    }

    private static func json(_ status: Int, _ help: String, schema: Schema) -> APIOperation.Answer {
        APIOperation.Answer(status, help, APIOperation.Content("application/json", schema))
    }

    private static func operation(
        _ method: HTTPMethod, at path: String, _ title: Title, reading parameters: [any DescribedParameter],
        bodies: [APIOperation.Content] = [], answer: APIOperation.Answer
    ) -> APIOperation {
        APIOperation(
            method: method.rawValue, path: path, group: title.group, summary: title.summary, detail: title.detail,
            parameters: parameters.map(\.description), bodies: bodies, answers: [answer])
    }
}
