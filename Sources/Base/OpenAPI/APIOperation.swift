/// One thing that an HTTP API can be asked for, as its document describes it.
package struct APIOperation: Sendable {
    package struct Parameter: Sendable {
        package enum Place: String, Sendable {
            case path
            case query
            case header
        }

        package let name: String
        package let place: Place
        package let schema: Schema
        package let help: String
        package let isRequired: Bool

        package init(_ name: String, in place: Place, _ schema: Schema, help: String, isRequired: Bool = false) {
            self.name = name
            self.place = place
            self.schema = schema
            self.help = help
            self.isRequired = isRequired
        }
    }

    /// A body: of a request, or of an answer.
    package struct Content: Sendable {
        package let type: String
        package let schema: Schema

        package init(_ type: String, _ schema: Schema) {
            self.type = type
            self.schema = schema
        }
    }

    package struct Answer: Sendable {
        package let status: Int
        package let help: String
        /// One of them, by its type; none where there is no body.
        package let contents: [Content]
        /// Header fields that the answer always has, and what they say.
        package let headers: [String: String]

        package init(_ status: Int, _ help: String, _ content: Content? = nil, headers: [String: String] = [:]) {
            self.init(status, help, oneOf: content.map { [$0] } ?? [], headers: headers)
        }

        private init(_ status: Int, _ help: String, oneOf contents: [Content], headers: [String: String]) {
            self.status = status
            self.help = help
            self.contents = contents
            self.headers = headers
        }

        /// Of the same status: either this one or the other.
        func or(_ other: Answer) -> Answer {
            Answer(
                status, "\(help) \(other.help)", oneOf: contents + other.contents,
                headers: headers.filter { other.headers[$0.key] != nil })
        }
    }

    /// As in a request line.
    package var method: String
    /// With variables: `/v1/batches/{name}`.
    package var path: String
    /// What it belongs to; the document groups by it.
    package var group: String
    package var summary: String
    package var detail: String?
    package var parameters: [Parameter]
    /// One of them, by its type; none where it takes no body.
    package var bodies: [Content]
    /// Several of a status are one or the other.
    package var answers: [Answer]
    /// Whether the operation needs no authentication.
    package var isOpen: Bool
    /// Further members of the operation; their names begin with `x-`.
    package var extensions: [String: JSONValue] = [:]

    package init(
        method: String, path: String, group: String, summary: String, detail: String? = nil,
        parameters: [Parameter] = [], bodies: [Content] = [], answers: [Answer], isOpen: Bool = false
    ) {
        self.method = method
        self.path = path
        self.group = group
        self.summary = summary
        self.detail = detail
        self.parameters = parameters
        self.bodies = bodies
        self.answers = answers
        self.isOpen = isOpen
    }

    /// `getBatchesNameCheck`: method and path, as programs that are generated from the document call it.
    var identifier: String {
        let words = path.split { !$0.isLetter && !$0.isNumber }.filter { $0 != "v1" }
        return method.lowercased() + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    var json: JSONValue {
        let responses = Dictionary(answers.map { ("\($0.status)", $0) }) { $0.or($1) }
        var members: [String: JSONValue] = [
            "operationId": .text(identifier), "tags": [.text(group)], "summary": .text(summary),
            "responses": .object(responses.mapValues(\.json)),
        ]
        if let detail { members["description"] = .text(detail) }
        if !parameters.isEmpty { members["parameters"] = .list(parameters.map(\.json)) }
        if !bodies.isEmpty { members["requestBody"] = ["required": true, "content": bodies.json] }
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

extension [APIOperation.Content] {
    fileprivate var json: JSONValue {
        .object(Dictionary(map { ($0.type, JSONValue.object(["schema": $0.schema.json])) }) { first, _ in first })
    }
}

extension APIOperation.Answer {
    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = ["description": .text(help)]
        if !contents.isEmpty { members["content"] = contents.json }
        if !headers.isEmpty {
            members["headers"] = .object(
                headers.mapValues { ["description": .text($0), "required": true, "schema": ["type": "string"]] })
        }
        return .object(members)
    }
}
