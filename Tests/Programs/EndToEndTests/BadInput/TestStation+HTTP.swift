import Foundation
import TestBench
import Testing

/// What curl got.
struct WebAnswer: CustomStringConvertible {
    let headers: String
    let body: String

    var status: Int { headers.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0 }

    var type: String? {
        headers.split(separator: "\r\n").first { $0.hasPrefix("Content-Type: ") }.map { String($0.dropFirst(14)) }
    }

    var document: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]) ?? [:]
    }

    var description: String { "\(headers)\n\(body)" }
}

extension WebAnswer {
    /// Asks a daemon's API at its socket, as another program does.
    static func asked(
        at socket: String, _ method: String, _ path: String, body: String?, type: String, headers: [String] = []
    ) async throws -> WebAnswer {
        var words = ["--silent", "--show-error", "--unix-socket", socket, "--request", method]
        words += ["--dump-header", "/dev/stderr"]
        if let body { words += ["--data-binary", body, "--header", "Content-Type: \(type)"] }
        for header in headers { words += ["--header", header] }
        let ending = try await Witness.curl.run(words + ["http://waymarkd\(path)"])
        // An interim answer ("100 Continue") comes first.
        let heads = ending.errors.components(separatedBy: "\r\n\r\n").filter { $0.contains("HTTP/") }
        return WebAnswer(headers: "\(heads.last ?? "")\r\n", body: ending.output)
    }
}

extension TestHub {
    func ask(_ method: String, _ path: String, body: String? = nil, type: String = "text/csv") async throws -> WebAnswer
    {
        try await .asked(at: socket, method, path, body: body, type: type)
    }
}

extension TestStation {
    func ask(
        _ method: String, _ path: String, body: String? = nil, type: String = "application/json",
        headers: [String] = []
    ) async throws -> WebAnswer {
        try await .asked(at: socket, method, path, body: body, type: type, headers: headers)
    }

    /// The journal's entries of one kind: their payloads.
    func journal(_ kind: String) async throws -> [[String: Any]] {
        let entries = try await ask("GET", "/v1/journal?limit=1000").document["entries"] as? [[String: Any]]
        return try #require(entries).filter { $0["kind"] as? String == kind }.map { entry in
            let payload = Data(((entry["payload"] as? String) ?? "").utf8)
            return try #require(try JSONSerialization.jsonObject(with: payload) as? [String: Any])
        }
    }
}
