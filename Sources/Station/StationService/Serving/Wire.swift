internal import API
internal import Faults
internal import Foundation
internal import HTTPMessages
internal import HTTPServer

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
}

extension StationError {
    /// What a client gets (RFC 9457). Three lines for a person: title, detail, next.
    var problem: Problem {
        Problem(
            status: status, title: complaint.message, detail: complaint.reason, code: complaint.code.rawValue,
            next: complaint.next, headers: retryAfter.map { ["Retry-After": String($0)] } ?? [:])
    }
}
