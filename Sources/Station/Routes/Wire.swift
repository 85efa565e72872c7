internal import API
internal import Foundation
internal import HTTPServer
internal import Registry
internal import UnixSystem

/// Between HTTP and the station's own types.
enum Wire {
    static func respond(_ value: some Encodable, status: Int = 200) throws -> HTTPResponse {
        .json(try bytes(value), status: status)
    }

    static func bytes(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    static func read<Value: Decodable>(_ type: Value.Type, from request: HTTPRequest) throws -> Value {
        try JSONDecoder().decode(type, from: Data(request.body))
    }

    /// A name in the path.
    static func identifier<Subject>(_ variable: String, of request: HTTPRequest) throws -> Identifier<Subject> {
        let text = request.parameter(variable)
        guard let identifier = Identifier<Subject>(text) else { throw badName(text) }
        return identifier
    }

    /// A name in the query, if there is one.
    static func optionalIdentifier<Subject>(
        _ item: String, of request: HTTPRequest
    ) throws -> Identifier<Subject>? {
        guard let text = request.queryValue(item) else { return nil }
        guard let identifier = Identifier<Subject>(text) else { throw badName(text) }
        return identifier
    }

    /// One of a few words in the query, if there is one.
    static func optionalChoice<Choice: RawRepresentable<String> & CaseIterable>(
        _ item: String, of request: HTTPRequest
    ) throws -> Choice? {
        guard let text = request.queryValue(item) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            throw StationError(
                400, "bad-request", "\(item) is refused",
                why: "\"\(text.prefix(80))\" is none of: \(Choice.allCases.map(\.rawValue).joined(separator: ", "))",
                next: "correct the request")
        }
        return choice
    }

    static func number(_ item: String, of request: HTTPRequest, in range: ClosedRange<Int>, or usual: Int) throws -> Int
    {
        guard let text = request.queryValue(item) else { return usual }
        guard let number = Int(text), range.contains(number) else {
            throw StationError(
                400, "bad-request", "\(item) is refused",
                why: "\"\(text)\" is not a whole number from \(range.lowerBound) to \(range.upperBound)",
                next: "correct the request")
        }
        return number
    }

    /// Why somebody does what cannot be undone; the journal keeps it.
    static func reason(of request: HTTPRequest) throws -> String {
        let reason = try read(ReplaceRequest.self, from: request).reason
        guard reason.contains(where: { !$0.isWhitespace }), reason.count <= 500 else {
            throw StationError(
                400, "bad-request", "the reason is refused", why: "it is empty, or longer than 500 characters",
                next: "say in a few words why; nothing was changed")
        }
        return reason
    }

    static func badName(_ text: String) -> StationError {
        StationError(
            400, "bad-request", "\"\(text.prefix(80))\" cannot be a name",
            why: "a name has 1 to 64 characters, none of them a control character", next: "correct the request")
    }
}

extension StationError {
    /// What a client gets (RFC 9457). Three lines for a person: title, detail, next.
    var problem: Problem {
        Problem(
            status: status, title: complaint.message, detail: complaint.why, code: complaint.code,
            next: complaint.next)
    }
}
