/// One thing that an HTTP API can be asked for, as its document describes it.
public struct APIOperation: Sendable {
    public struct Parameter: Sendable {
        public enum Place: String, Sendable {
            case path
            case query
            case header
        }

        public let name: String
        public let place: Place
        public let schema: Schema
        public let help: String
        public let isRequired: Bool

        public init(_ name: String, in place: Place, _ schema: Schema, help: String, isRequired: Bool = false) {
            self.name = name
            self.place = place
            self.schema = schema
            self.help = help
            self.isRequired = isRequired
        }
    }

    /// A body: of a request, or of an answer.
    public struct Content: Sendable {
        public let type: String
        public let schema: Schema

        public init(_ type: String, _ schema: Schema) {
            self.type = type
            self.schema = schema
        }
    }

    public struct Answer: Sendable {
        public let status: Int
        public let help: String
        public let content: Content?
        /// Header fields that the answer always has, and what they say.
        public let headers: [String: String]

        public init(_ status: Int, _ help: String, _ content: Content? = nil, headers: [String: String] = [:]) {
            self.status = status
            self.help = help
            self.content = content
            self.headers = headers
        }
    }

    /// As in a request line.
    public var method: String
    /// With variables: `/v1/batches/{name}`.
    public var path: String
    /// What it belongs to; the document groups by it.
    public var group: String
    public var summary: String
    public var detail: String?
    public var parameters: [Parameter]
    public var body: Content?
    public var answers: [Answer]
    /// Whether the operation needs no authentication.
    public var isOpen: Bool
    /// Further members of the operation; their names begin with `x-`.
    public var extensions: [String: JSONValue] = [:]

    public init(
        method: String, path: String, group: String, summary: String, detail: String? = nil,
        parameters: [Parameter] = [], body: Content? = nil, answers: [Answer], isOpen: Bool = false
    ) {
        self.method = method
        self.path = path
        self.group = group
        self.summary = summary
        self.detail = detail
        self.parameters = parameters
        self.body = body
        self.answers = answers
        self.isOpen = isOpen
    }

    /// `getBatchesNameCheck`: method and path, as programs that are generated from the document call it.
    var identifier: String {
        let words = path.split { !$0.isLetter && !$0.isNumber }.filter { $0 != "v1" }
        return method.lowercased() + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    var json: JSONValue {
        var members: [String: JSONValue] = [
            "operationId": .text(identifier), "tags": [.text(group)], "summary": .text(summary),
            "responses": .object(Dictionary(answers.map { ("\($0.status)", $0.json) }) { first, _ in first }),
        ]
        if let detail { members["description"] = .text(detail) }
        if !parameters.isEmpty { members["parameters"] = .list(parameters.map(\.json)) }
        if let body { members["requestBody"] = ["required": true, "content": body.json] }
        if isOpen { members["security"] = [] }
        return .object(members.merging(extensions) { own, _ in own })
    }
}

extension APIOperation.Parameter {
    fileprivate var json: JSONValue {
        [
            "name": .text(name), "in": .text(place.rawValue), "required": .boolean(isRequired || place == .path),
            "description": .text(help), "schema": schema.json,
        ]
    }
}

extension APIOperation.Content {
    fileprivate var json: JSONValue { .object([type: ["schema": schema.json]]) }
}

extension APIOperation.Answer {
    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = ["description": .text(help)]
        if let content { members["content"] = content.json }
        if !headers.isEmpty {
            members["headers"] = .object(
                headers.mapValues { ["description": .text($0), "required": true, "schema": ["type": "string"]] })
        }
        return .object(members)
    }
}
