internal import Cryptography
internal import Faults
internal import HTTPMessages
internal import HTTPServer
internal import OpenAPI
internal import Registry

/// Changes that clients have named by keys (`Idempotency-Key`): asked again, they are answered again and not done
/// again. Keys are kept for a day, in the registry.
struct Repetition: Sendable {
    /// What ``name(in:)`` takes: what begins with a quotation mark is a string of a structured field.
    static let pattern = #"^(?:[!#-~][!-~]*|"(?:[!#-\[\]-~]|\\["\\])+")$"#
    static let schema = Schema.text(["minLength": 1, "maxLength": 200, "pattern": .text(pattern)])
    static let problems: [ListedProblem] = [
        .station(.requestRunning), .station(.requestInterrupted), .station(.shownOnce), .station(.keyUsedOtherwise),
    ]
    /// How long a key is kept, in milliseconds.
    static let memory: Int64 = 86_400_000

    let storage: any RegistryAccess
    let keys: RequestKeys
    let now: @Sendable () -> Timestamp

    /// Answers a request, or repeats what it was answered before. Without a caller a key names nothing, and nothing is
    /// kept. `lost`: of an answer with a secret, what to do where it did not arrive. `isPersonal`: see
    /// ``Endpoint/isPersonal``.
    func answer(
        _ call: OperationCall, lost: String?, isPersonal: Bool, _ run: (OperationCall) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        guard let caller = call.caller, let name = try Self.name(in: call.request.headers) else {
            return try await run(call)
        }
        let key = RequestKey(actor: caller.actor, key: name)
        keys.enter(key)
        defer { keys.leave(key) }
        switch try await storage.begin(key, isPersonal: isPersonal, at: now()) {
        case .new: return try await first(call, under: key, isSecret: lost != nil, run)
        case .running:
            // What became of it could not be kept, where this process has it and does not run it any more.
            guard keys.isAlone(key), try await storage.interrupt(key) else {
                throw Self.refusal(
                    .requestRunning, why: "the same request is still running", next: "ask again in a moment")
            }
            throw Self.interrupted
        case .interrupted: throw Self.interrupted
        case .erased:
            throw Self.refusal(
                .shownOnce, why: "evidence was forgotten since it was asked, and its answer was erased with it",
                next: "look whether it was done, and ask again under another key if not")
        case .answered(let answer, let request):
            guard try await Self.fingerprint(of: call.request) == request else {
                throw StationError(
                    .keyUsedOtherwise, "the request is refused",
                    why: "its Idempotency-Key was used for another request", next: "use another key for another request"
                )
            }
            guard answer.status != Self.hidden else {
                throw Self.refusal(
                    .shownOnce, why: "it was done, and its answer is shown once only",
                    next: lost ?? "look whether it was done, and ask again under another key if not")
            }
            return answer.response
        }
    }

    private static var interrupted: StationError {
        refusal(
            .requestInterrupted, why: "it did not come to its end, and how far it came is not known",
            next: "look whether it was done, and ask again under another key if not")
    }

    private static func refusal(_ code: StationFaultCode, why: String, next: String) -> StationError {
        StationError(code, "the request is not done again", why: why, next: next)
    }

    /// Runs the request. What is refused is kept like what is done; a failure of ours may be tried again, unless
    /// something was changed before it, or may have been.
    private func first(
        _ call: OperationCall, under key: RequestKey, isSecret: Bool,
        _ run: (OperationCall) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        keys.renew(key)
        let change = HeardChange()
        let response: HTTPResponse
        let digest: String
        do {
            let digesting = call.request.stream.map { DigestedBody($0) }
            do {
                response = try await change.mark.during {
                    try await run(digesting.map { OperationCall(call, reading: $0) } ?? call)
                }
            } catch let error {
                // What may be carried out later is not refused for good.
                guard let refusal = StationError(error), refusal.status < 500, refusal.retryAfter == nil,
                    change.isHeard || !Self.isOvertaken(call.request, error)
                else { throw error }
                response = refusal.problem.response
            }
            digest = try await Self.fingerprint(of: call.request, digesting)
        } catch {
            // What went wrong counts, also where the key cannot be let go.
            await settle(key) {
                if change.isHeard { _ = try await storage.interrupt(key) } else { try await storage.release(key) }
            }
            throw error
        }
        let isDone = response.status < 400
        let kept =
            isSecret && isDone ? KeptAnswer(status: Self.hidden, headers: "", body: "") : KeptAnswer(response)
        // The change is done, and must not be answered with a problem: those say that nothing was changed.
        await settle(key) { try await storage.keep(kept, of: digest, under: key) }
        if !isDone { for former in keys.keepRefusal(key, at: now()) { try? await storage.release(former) } }
        return response
    }

    /// Whether other edits alone came before it, and none of its own conditions is in the way.
    private static func isOvertaken(_ request: HTTPRequest, _ error: any Error) -> Bool {
        (error as? RegistryError)?.code == .changedMeanwhile && !Conditions.restOnSeen(request)
    }

    /// Keeps what became of a key's request. Where that fails, the key is settled later: see ``settleKeys()``.
    private func settle(_ key: RequestKey, _ outcome: () async throws -> Void) async {
        do { try await outcome() } catch { keys.noteUnsettled(key) }
    }

    /// Notes of requests whose outcome could not be kept that it is not known how far they came: other daemons of the
    /// registry cannot see that they run no more. For every few seconds.
    func settleKeys() async {
        while let key = keys.enterUnsettled() {
            defer { keys.leave(key) }
            do {
                _ = try await storage.interrupt(key)
            } catch {
                return keys.noteUnsettled(key)
            }
        }
    }

    /// The status of an answer that is not kept.
    private static let hidden = 0

    /// The key's name: visible characters of ASCII, plain or as the string of a structured field (RFC 9651, section
    /// 3.3.3), as draft-ietf-httpapi-idempotency-key-header has it. Nil without the field.
    static func name(in headers: HTTPHeaders) throws -> String? {
        let lines = headers.values(of: "Idempotency-Key")
        guard let text = lines.first else { return nil }
        let name = text.hasPrefix("\"") ? string(in: text) : text
        guard let name, lines.count == 1, (1...200).contains(name.utf8.count),
            name.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw StationError(
                .badRequest, "Idempotency-Key is refused", why: "it is not 1 to 200 visible characters of ASCII",
                next: "use a random one, such as a UUID")
        }
        return name
    }

    /// The text between the quotes; nil where the field is not a string.
    private static func string(in text: String) -> String? {
        guard text.count >= 2, text.hasSuffix("\"") else { return nil }
        var (found, isEscaped) = ("", false)
        for character in text.dropFirst().dropLast() {
            switch (character, isEscaped) {
            case ("\\", false): isEscaped = true
            case ("\"", false): return nil
            case ("\"", true), ("\\", true):
                found.append(character)
                isEscaped = false
            case (_, true): return nil
            default: found.append(character)
            }
        }
        return isEscaped ? nil : found
    }

    /// What distinguishes a request from others: its method, address, condition and body.
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
