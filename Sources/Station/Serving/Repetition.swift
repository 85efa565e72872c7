internal import Cryptography
internal import HTTPServer
internal import OpenAPI
internal import Registry

/// Changes that clients have named by keys (`Idempotency-Key`): asked again, they are answered again and not done
/// again. Keys are kept for a day, in the registry.
struct Repetition: Sendable {
    static let schema = Schema.text(["minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$"])
    static let problems: Endpoint.Problems = [
        409: ["request-running", "request-interrupted", "shown-once"], 422: ["key-used-otherwise"],
    ]
    /// How long a key is kept, in milliseconds.
    static let memory: Int64 = 86_400_000

    let storage: any RegistryAccess
    let now: @Sendable () -> Timestamp

    /// Answers a request, or repeats what it was answered before.
    func answer(
        _ call: Call, isSecret: Bool, _ run: (Call) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        guard let text = call.request.headers["Idempotency-Key"] else { return try await run(call) }
        guard (1...200).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw StationError(
                400, "bad-request", "Idempotency-Key is refused", why: "it is not 1 to 200 visible characters of ASCII",
                next: "use a random one, such as a UUID")
        }
        let key = RequestKey(actor: call.caller?.actor ?? "", key: text)
        switch try await storage.begin(key, at: now()) {
        case .new: return try await first(call, under: key, isSecret: isSecret, run)
        case .running:
            throw Self.refusal("request-running", "the same request is still running", "ask again in a moment")
        case .interrupted:
            throw Self.refusal(
                "request-interrupted", "the station ended while it ran, and nobody knows how far it came",
                "look whether it was done, and ask again under another key if not")
        case .answered(let answer, let request):
            guard try await Self.fingerprint(of: call.request) == request else {
                throw StationError(
                    422, "key-used-otherwise", "the request is refused",
                    why: "its Idempotency-Key was used for another request", next: "use another key for another request"
                )
            }
            guard !isSecret else {
                throw Self.refusal(
                    "shown-once", "it was done, and its answer is shown once only", "revoke the token and make another")
            }
            return answer.response
        }
    }

    private static func refusal(_ code: String, _ why: String, _ next: String) -> StationError {
        StationError(409, code, "the request is not done again", why: why, next: next)
    }

    /// Runs the request. What is refused is kept like what is done; a failure of ours may be tried again.
    private func first(
        _ call: Call, under key: RequestKey, isSecret: Bool, _ run: (Call) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        let response: HTTPResponse
        let digest: String
        do {
            let digesting = call.request.stream.map { DigestedBody($0) }
            do {
                response = try await run(digesting.map { Call(call, reading: $0) } ?? call)
            } catch let error {
                guard let refusal = StationError(error), refusal.status < 500 else { throw error }
                response = refusal.problem.response
            }
            digest = try await Self.fingerprint(of: call.request, digesting)
        } catch {
            try await storage.release(key)
            throw error
        }
        let kept = isSecret ? KeptAnswer(status: 0, headers: "", body: "") : KeptAnswer(response)
        try await storage.keep(kept, of: digest, under: key)
        return response
    }

    /// What tells a request from others: its method, address, condition and body.
    private static func fingerprint(of request: HTTPRequest, _ digested: DigestedBody? = nil) async throws -> String {
        let query = request.query.map { "\($0.name)=\($0.value)" }
        let head = [request.method.rawValue] + request.path + ["?"] + query + [request.headers["If-Match"] ?? ""]
        let body: String
        if let digested {
            body = try await digested.digestOfAll()
        } else if let stream = request.stream {
            body = try await DigestedBody(stream).digestOfAll()
        } else {
            body = try SHA256.hexadecimal(of: request.body)
        }
        return try SHA256.hexadecimal(of: Array((head + [body]).joined(separator: "\0").utf8))
    }
}

extension KeptAnswer {
    init(_ response: HTTPResponse) {
        let headers = response.headers.fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        var body: [UInt8] = []
        if case .bytes(let bytes) = response.body { body = bytes }
        self.init(status: response.status, headers: headers, body: String(decoding: body, as: UTF8.self))
    }

    var response: HTTPResponse {
        var fields = HTTPHeaders()
        for line in headers.split(separator: "\n") {
            let sides = line.split(separator: ":", maxSplits: 1)
            guard sides.count == 2 else { continue }
            fields.add(String(sides[0]), String(sides[1].drop { $0 == " " }))
        }
        return HTTPResponse(status: status, headers: fields, body: .bytes(Array(body.utf8)))
    }
}
