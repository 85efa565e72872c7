internal import Faults
internal import Foundation
internal import HTTPClient
internal import HTTPMessages
internal import TextCoding

/// The way from a program to a daemon: the HTTP API over its Unix socket, or of a hub over the network.
package struct WaymarkClient: Sendable {
    package static let defaultSocketPath = "/run/waymark/waymarkd.sock"

    private let place: Place

    private enum Place: Sendable {
        case socket(String)
        case hub(HubAddress, token: String?)
    }

    package init(socketPath: String) { place = .socket(socketPath) }

    /// `token`: nil before the station has enrolled.
    package init(hub: HubAddress, token: String?) { place = .hub(hub, token: token) }

    /// How long an answer may take. Audits take their time; readings bring their own.
    private static let defaultTimeout = Duration.seconds(300)
    /// A batch of a million tags comes and goes in pieces beside the bench: minutes, on a busy station many.
    static let largeChangeTimeout = Duration.seconds(3_600)

    /// The value of a query's flag, which is left out where it is not set.
    static func flag(_ isSet: Bool) -> String? { isSet ? "true" : nil }

    func get<Answer: Decodable>(_ path: String, _ query: [(String, String?)] = []) async throws -> Answer {
        try await ask("GET", path, query: query)
    }

    /// All of a list that comes in pages.
    func pages<Page: Decodable, Element>(
        _ path: String, query: [(String, String?)] = [], _ content: (Page) -> ([Element], next: String?)
    ) async throws -> [Element] {
        var all: [Element] = []
        var cursor: String?
        repeat {
            let page: Page = try await get(path, query + [("limit", "1000"), ("cursor", cursor)])
            let (elements, next) = content(page)
            all += elements
            cursor = next
        } while cursor != nil
        return all
    }

    func post<Answer: Decodable>(
        _ path: String, _ query: [(String, String?)] = [], body: some Encodable
    ) async throws -> Answer {
        let bytes = Array(try JSONEncoder().encode(body))
        return try await ask("POST", path, query: query, body: bytes, type: "application/json")
    }

    func put<Answer: Decodable>(_ path: String, body: some Encodable) async throws -> Answer {
        let bytes = Array(try JSONEncoder().encode(body))
        return try await ask("PUT", path, query: [], body: bytes, type: "application/json")
    }

    /// A change that needs no document.
    func act<Answer: Decodable>(
        _ path: String, _ query: [(String, String?)] = [], timeout: Duration = defaultTimeout
    ) async throws -> Answer {
        try await ask("POST", path, query: query, timeout: timeout)
    }

    func upload<Answer: Decodable>(
        _ path: String, _ query: [(String, String?)], csv: [UInt8], method: String = "POST"
    ) async throws -> Answer {
        try await ask(method, path, query: query, body: csv, type: "text/csv", timeout: Self.largeChangeTimeout)
    }

    func delete<Answer: Decodable>(_ path: String, _ query: [(String, String?)] = []) async throws -> Answer {
        try await ask("DELETE", path, query: query, timeout: Self.largeChangeTimeout)
    }

    /// A body that is too large to hold, piece by piece.
    func download(
        _ path: String, lengthIn header: String, digestIn digest: String, _ take: ([UInt8]) throws -> Void
    ) async throws -> String? {
        let response = try await translatingErrors {
            try await client(timeout: nil).stream(WebRequest("GET", url(path, [])))
        }
        var received = 0
        var problem: [UInt8] = []
        do {
            for try await piece in response.body {
                if response.status == 200 { try take(piece) } else if problem.count < 1 << 16 { problem += piece }
                received += piece.count
            }
        } catch let error as WebError {
            throw lost(error)
        }
        guard response.status == 200 else { throw Self.refusal(status: response.status, problem) }
        guard response.headers[header].flatMap({ Int($0) }) == received else {
            throw ClientError(
                .refused,
                Complaint(
                    code: "cut-short", message: "the answer of waymarkd is not whole",
                    reason: "\(received) of \(response.headers[header] ?? "unknown") bytes came",
                    next: "see the daemon's log, and repeat the command"))
        }
        return response.headers[digest]
    }

    /// The payloads of a stream of server-sent events.
    func events<Event: Decodable & Sendable>(_ path: String) -> AsyncThrowingStream<Event, any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: Event.self)
        let reading = Task {
            do {
                let response = try await translatingErrors {
                    try await client(timeout: nil).stream(WebRequest("GET", url(path, [])))
                }
                guard response.status == 200 else { throw Self.refusal(status: response.status, []) }
                for try await line in response.body.lines() where line.hasPrefix("data: ") {
                    continuation.yield(try JSONDecoder().decode(Event.self, from: Data(line.dropFirst(6).utf8)))
                }
                continuation.finish()
            } catch {
                continuation.finish(throwing: (error as? WebError).map(lost) ?? error)
            }
        }
        continuation.onTermination = { _ in reading.cancel() }
        return stream
    }

    private func ask<Answer: Decodable>(
        _ method: String, _ path: String, query: [(String, String?)], body: [UInt8]? = nil, type: String? = nil,
        timeout: Duration = defaultTimeout
    ) async throws -> Answer {
        var request = WebRequest(method, url(path, query), body: body)
        request.headers["Content-Type"] = type
        if case .hub(_, let token?) = place { request.headers["Authorization"] = "Bearer \(token)" }
        let response = try await translatingErrors { try await client(timeout: timeout).send(request, limit: 1 << 30) }
        guard (200...299).contains(response.status) else {
            throw Self.refusal(status: response.status, response.body)
        }
        return try JSONDecoder().decode(Answer.self, from: Data(response.body))
    }

    private func client(timeout: Duration?) -> WebClient {
        switch place {
        case .socket(let path): return WebClient(.unixSocket(path), timeout: timeout)
        case .hub(let address, _):
            var client = WebClient(.network, timeout: timeout)
            client.certificateAuthorities = address.authorities
            return client
        }
    }

    private var base: String {
        switch place {
        case .socket: "http://waymarkd"
        case .hub(let address, _): address.url
        }
    }

    /// For messages.
    private var peer: String {
        switch place {
        case .socket: "waymarkd"
        case .hub(let address, _): "the hub \(address.url)"
        }
    }

    private func url(_ path: String, _ query: [(String, String?)]) -> String {
        let items = query.compactMap { name, value in value.map { "\(name)=\(PercentCoding.encode($0))" } }
        return "\(base)\(path)" + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }
}

// MARK: - What went wrong

extension WaymarkClient {
    /// A problem as the daemon sends it (RFC 9457).
    private struct Problem: Decodable {
        let title: String
        let detail: String?
        let code: String?
        let next: String?
    }

    private static func refusal(status: Int, _ body: [UInt8]) -> ClientError {
        let problem = try? JSONDecoder().decode(Problem.self, from: Data(body))
        let complaint = Complaint(
            code: problem?.code ?? "http-\(status)", message: problem?.title ?? "waymarkd answered \(status)",
            reason: problem?.detail ?? "the answer has no explanation", next: problem?.next ?? "see the daemon's log")
        return ClientError(status == 504 ? .timedOut : .refused, complaint, status: status)
    }

    private func translatingErrors<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as WebError {
            throw unreachable(error)
        }
    }

    private func unreachable(_ error: WebError) -> ClientError {
        if error.code == .timedOut {
            return ClientError(
                .timedOut,
                Complaint(
                    code: error.code.rawValue, message: "\(peer) has not answered", reason: error.reason,
                    next: "it may still be at work: see what is done (waymark journal list) before you repeat it"))
        }
        guard case .socket(let path) = place else {
            return ClientError(
                .unreachable,
                Complaint(
                    code: error.code.rawValue, message: "cannot reach \(peer)", reason: error.reason,
                    next: "look at the network and at the hub's certificate; what waits continues by itself"))
        }
        let isForbidden = error.code == .notPermitted
        return ClientError(
            isForbidden ? .noPermission : .unreachable,
            Complaint(
                code: error.code.rawValue, message: "cannot reach waymarkd", reason: error.reason,
                next: isForbidden
                    ? "ask for membership in the group of \(path): ls -l \(path)"
                    : "start it (sudo systemctl start waymarkd), or name its socket: --socket PATH"))
    }

    /// The daemon went away in the middle of a stream.
    private func lost(_ error: WebError) -> ClientError {
        ClientError(
            .unreachable,
            Complaint(
                code: error.code.rawValue, message: "waymarkd is gone", reason: error.reason,
                next: "start it again and repeat the command: it continues where it stopped"))
    }
}
