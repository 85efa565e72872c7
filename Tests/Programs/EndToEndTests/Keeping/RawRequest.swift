import Foundation
import UnixSystem

/// One HTTP request over a Unix socket that blocks its thread, without our own client.
enum RawRequest {
    /// The body of an answer of status 2xx, in pieces as they come; ends without an error only when it is whole.
    static func send(
        _ method: String, _ path: String, body: String = "", key: String? = nil, over socket: String,
        _ receive: ([UInt8]) throws -> Void
    ) throws {
        let connection = try UnixConnection.connect(to: socket)
        let type = body.hasPrefix("{") ? "application/json" : "text/csv"
        let head =
            "\(method) \(path) HTTP/1.1\r\nHost: waymarkd\r\nConnection: close\r\n"
            + (body.isEmpty ? "" : "Content-Type: \(type)\r\n") + (key.map { "Idempotency-Key: \($0)\r\n" } ?? "")
        try connection.write(Array("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
        var answer: [UInt8] = []
        var hasHead = false
        while true {
            let bytes = try connection.read(upTo: 65_536, until: .now + .seconds(60))
            guard !bytes.isEmpty else { break }
            guard !hasHead else {
                try receive(bytes)
                continue
            }
            answer += bytes
            guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
            let status = String(decoding: answer.prefix(12), as: UTF8.self)
            guard status.hasPrefix("HTTP/1.1 2") else { throw Refused(text: String(decoding: answer, as: UTF8.self)) }
            hasHead = true
            try receive(Array(answer[end.upperBound...]))
        }
        guard hasHead else { throw Refused(text: "the connection was closed") }
    }

    /// The whole body.
    static func answer(
        _ method: String, _ path: String, body: String = "", key: String? = nil, over socket: String
    ) throws -> [UInt8] {
        var whole: [UInt8] = []
        try send(method, path, body: body, key: key, over: socket) { whole += $0 }
        return whole
    }

    struct Refused: Error {
        let text: String
    }
}
