internal import Faults
internal import Foundation
internal import HTTPServer
internal import OpenAPI
internal import Registry

/// A request to an endpoint, understood.
struct OperationCall: Sendable {
    let request: HTTPRequest
    /// Nil where no credentials are required, and no valid ones were sent.
    let caller: Caller?
    let station: String
    /// The body of an endpoint that takes it piece by piece.
    let pieces: (any BodyPieces)?
    /// What its author has seen of the thing that it edits; nil where it says nothing of that.
    let seen: EditBasis?
    private let values: [String: any Sendable]

    /// Reads the parameters that an endpoint declares; refuses any other, and any that is given twice.
    init(
        _ request: HTTPRequest, by caller: Caller?, station: String, reading parameters: [any DescribedParameter]
    ) throws {
        self.request = request
        self.caller = caller
        self.station = station
        pieces = request.stream
        self.seen = nil
        let known = Set(parameters.filter { $0.place == .query }.map(\.name))
        var seen: Set<String> = []
        for item in request.query where !known.contains(item.name) || !seen.insert(item.name).inserted {
            let names = known.isEmpty ? "it takes none" : "it takes \(known.sorted().joined(separator: ", "))"
            throw StationError(
                .badRequest, "the query is refused",
                why:
                    "\"\(item.name.prefix(80))\" is \(seen.contains(item.name) ? "given twice" : "unknown here: \(names)")",
                next: "correct the request")
        }
        var values: [String: any Sendable] = [:]
        for parameter in parameters {
            let text =
                parameter.place == .path
                ? request.parameter(parameter.name) : request.queryValue(parameter.name)
            values[parameter.name] = try parameter.value(of: text)
        }
        self.values = values
    }

    /// Asking for a parameter that the endpoint does not declare is a mistake in the program.
    subscript<Value>(_ parameter: RequestParameter<Value>) -> Value {
        guard let value = values[parameter.name] as? Value else {
            preconditionFailure("the endpoint does not declare \(parameter.name)")
        }
        return value
    }

    /// The body as JSON; a request without a body says `{}`.
    func body<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let json = request.body.isEmpty ? Array("{}".utf8) : Array(request.body)
        do {
            return try JSONDecoder().decode(type, from: Data(json))
        } catch let error as DecodingError {
            throw StationError(
                .badRequest, "the request's JSON is refused", why: error.explanation(in: json),
                next: "correct the request; nothing was changed")
        }
    }

    /// The same call, whose body is read through `pieces`.
    init(_ call: OperationCall, reading pieces: any BodyPieces) {
        (request, caller, station, values) = (call.request, call.caller, call.station, call.values)
        seen = call.seen
        self.pieces = pieces
    }

    /// The same call, whose author has seen this.
    init(_ call: OperationCall, having seen: EditBasis) {
        (request, caller, station, values) = (call.request, call.caller, call.station, call.values)
        pieces = call.pieces
        self.seen = seen
    }

    /// For the journal.
    var author: Author { Author(station: station, actor: caller?.actor ?? "unknown") }
}
