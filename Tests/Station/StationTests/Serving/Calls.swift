import HTTPMessages
import HTTPServer
import Registry
import UnixSystem

@testable import StationService

extension OperationCall {
    /// A call of an endpoint by a person on the socket.
    static func made(
        _ method: HTTPMethod = .post, _ path: [String] = ["v1", "things"], query: [(String, String)] = [],
        headers: [(String, String)] = [], body: String = "", by user: UInt32? = 1000,
        _ parameters: [any DescribedParameter] = []
    ) throws -> OperationCall {
        var fields = HTTPHeaders()
        for (name, value) in headers { fields.add(name, value) }
        let request = HTTPRequest(
            method: method, path: path, query: query.map { HTTPRequest.QueryItem(name: $0, value: $1) },
            headers: fields, body: Array(body.utf8))
        let caller = user.map {
            Caller(
                way: .socket(PeerCredentials(processIdentifier: 1, user: $0, group: $0, groups: [])), role: .administer)
        }
        return try OperationCall(request, by: caller, station: "test", reading: parameters)
    }
}

extension HTTPResponse {
    var text: String {
        guard case .bytes(let bytes) = body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }
}
