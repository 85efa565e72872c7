internal import AppStoreConnect
internal import Faults
internal import Foundation
internal import HTTPClient
internal import HTTPMessages

/// App Store Connect's API: one request after another, each with a token, within the rate limit.
package actor ConnectService {
    let address: ServiceAddress
    private let transport: any Transport
    private let tokens: TokenSource
    let clock: any ServiceClock
    private let patience = RetryPolicy()
    private let waits: @Sendable (_ seconds: Double, _ why: String) -> Void
    /// Requests that are left in this hour, as the last answer said.
    private var remaining: Int?
    /// Requests that were sent, uploads included.
    package private(set) var requests = 0

    /// `waits` is called for every wait of a second or more.
    package init(
        at address: ServiceAddress = .apple, credentials: Credentials, transport: any Transport,
        clock: any ServiceClock = MachineClock(),
        waits: @escaping @Sendable (_ seconds: Double, _ why: String) -> Void = { _, _ in }
    ) {
        self.address = address
        self.transport = transport
        tokens = TokenSource(credentials, clock: clock)
        self.clock = clock
        self.waits = waits
    }

    /// A request and its answer as JSON. A path begins with `/v1/`; a whole address must be on the same server.
    func call<Answer: Decodable>(
        _ method: String, _ path: String, body: (some Encodable)? = Never?.none, as type: Answer.Type = Answer.self
    ) async throws -> Answer {
        let bytes = try await send(method, path, body: body)
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            // What was asked for has been done, but what came of it is not known.
            throw ServiceError(
                code: method == "POST" ? .uncertain : .malformedAnswer,
                message: "cannot read App Store Connect's answer to \(method) \(Self.name(path))",
                reason: Self.sentence(error), next: "try again; if it stays so, look for a newer Waymark")
        }
    }

    /// A request whose answer does not matter beyond its status.
    @discardableResult
    func send(_ method: String, _ path: String, body: (some Encodable)? = Never?.none) async throws -> [UInt8] {
        var request = WebRequest(method, try address.url(path))
        if let body {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            request.body = Array(try encoder.encode(body))
            request.headers["Content-Type"] = "application/json"
        }
        request.headers["Accept"] = "application/json"
        return try await perform(
            request, name: "\(method) \(Self.name(path))", isRepeatable: method != "POST", signed: true)
    }

    /// A part of a file. It carries no token: its address is its permission.
    func upload(_ request: WebRequest) async throws {
        _ = try await perform(request, name: "the upload of a part", isRepeatable: true, signed: false)
    }

    // MARK: One request until it is answered

    private func perform(
        _ request: WebRequest, name: String, isRepeatable: Bool, signed: Bool
    ) async throws -> [UInt8] {
        var attempt = Attempt(name: name, isRepeatable: isRepeatable, isSigned: signed, patience: patience)
        while true {
            if signed { try await keepWithinHour() }
            var request = request
            if signed { request.headers["Authorization"] = "Bearer \(try await tokens.token())" }
            requests += 1
            let response: WebResponse
            do {
                response = try await transport.send(request)
            } catch let error as WebError {
                try await wait(try attempt.failed(error), "no answer")
                continue
            }
            if signed, let limit = RateLimit(response.headers) { remaining = limit.remaining }
            switch try attempt.answered(response) {
            case .done: return response.body
            case .renewToken(let seconds):
                await tokens.renew()
                try await wait(seconds, "the token was refused")
            case .wait(let seconds, let why):
                // After the wait a request is allowed, whatever was left before.
                if response.status == 429 { remaining = nil }
                try await wait(seconds, why)
            }
        }
    }

    private func keepWithinHour() async throws {
        guard let left = remaining, left <= 0 else { return }
        try await wait(patience.emptyWait, "the hour's requests are used up")
        remaining = nil
    }

    private func wait(_ seconds: Double, _ why: String) async throws {
        if seconds >= 1 { waits(seconds, why) }
        try await clock.sleep(seconds: seconds)
    }

    /// A path without its query.
    private static func name(_ path: String) -> String { String(path.prefix { $0 != "?" }) }

    private static func sentence(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): "\"\(key.stringValue)\" is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\(context.codingPath.map(\.stringValue).joined(separator: ".")) has an unexpected form"
        default: "it is not the JSON of such an answer"
        }
    }
}
