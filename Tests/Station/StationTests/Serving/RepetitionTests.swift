import Faults
import HTTPMessages
import HTTPServer
import MemoryStorage
import Registry
import Storage
import Synchronization
import TestBench
import Testing

@testable import StationService

/// Changes under an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header).
@Suite struct RepetitionTests {
    private let folder: TemporaryFolder
    private let access: BreakableAccess
    private let repetition: Repetition
    private let runs = Runs()

    private final class Runs: Sendable {
        private let number = Atomic(0)
        var count: Int { number.load(ordering: .relaxed) }
        func next() -> Int { number.add(1, ordering: .relaxed).newValue }
    }

    /// Every text of up to five of the characters that matter.
    @Test func `the description of a key takes what the station takes`() throws {
        let pattern = try Regex(Repetition.pattern)
        var texts = [""]
        for _ in 0..<5 {
            texts = texts.flatMap { text in ["\"", "\\", "a", "!", "~", " "].map { text + $0 } }
            for text in texts {
                let isTaken = (try? Repetition.name(in: ["Idempotency-Key": text])) != nil
                #expect(isTaken == (text.wholeMatch(of: pattern) != nil), "\(text)")
            }
        }
    }

    init() throws {
        folder = try TemporaryFolder()
        access = BreakableAccess(try SQLiteRegistry(path: folder["registry.sqlite"]))
        repetition = Repetition(
            storage: access, keys: RequestKeys(), now: { Timestamp(milliseconds: 1_795_221_000_000) })
    }

    private func call(_ key: String?, body: String = "a", by user: UInt32? = 1000) throws -> OperationCall {
        try .made(headers: key.map { [("Idempotency-Key", $0)] } ?? [], body: body, by: user)
    }

    /// `mayChange`: whether the registry was changed before it ended, or may have been.
    private func ask(
        _ call: OperationCall, lost: String? = nil, mayChange: Bool = false, _ failure: (any Error)? = nil
    ) async throws -> HTTPResponse {
        try await repetition.answer(call, lost: lost, isPersonal: false) { _ in
            let number = runs.next()
            if mayChange { ChangeMark.current?.set() }
            if let failure { throw failure }
            return HTTPResponse.json(Array("\(number)".utf8), status: 201)
        }
    }

    private func refusal(
        _ call: OperationCall, lost: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async -> StationError? {
        await #expect(throws: StationError.self, sourceLocation: sourceLocation) {
            try await ask(call, lost: lost)
        }
    }

    @Test func `a change is done once and answered the same again`() async throws {
        let first = try await ask(call("k"))
        let again = try await ask(call("k"))
        #expect(first.status == 201 && again.status == 201)
        #expect(first.text == "1" && again.text == "1")
        #expect(first.headers == again.headers)
        #expect(runs.count == 1)
    }

    @Test func `without a key, and under another key or by another caller, it is another change`() async throws {
        for call in [try call(nil), try call(nil), try call("k"), try call("l"), try call("k", by: 1001)] {
            _ = try await ask(call)
        }
        #expect(runs.count == 5)
    }

    @Test func `a key that was used for another request is refused`() async throws {
        _ = try await ask(call("k"))
        let other = await refusal(try call("k", body: "b"))
        #expect(other?.complaint.code == "key-used-otherwise" && other?.status == 422)
        let query = try OperationCall.made(
            query: [("limit", "1")], headers: [("Idempotency-Key", "k")], body: "a", [Paging.limit])
        #expect(await refusal(query)?.status == 422)
        let condition = try OperationCall.made(headers: [("Idempotency-Key", "k"), ("If-Match", "*")], body: "a")
        #expect(await refusal(condition)?.status == 422)
        #expect(runs.count == 1)
    }

    @Test func `the same key as a string of a structured field is the same key`() async throws {
        _ = try await ask(call("8e03978e-40d5"))
        #expect(try await ask(call(#""8e03978e-40d5""#)).text == "1")
        _ = try await ask(call(#""a\"b\\c""#))
        #expect(try await ask(call(#"a"b\c"#)).text == "2")
    }

    @Test(
        arguments: [
            "", "two words", #""two words""#, "é", "\u{7F}", String(repeating: "k", count: 201), #"""#, #""""#, #""k"#,
            #""a"b""#, #""a\b""#, #""a\""#,
        ])
    func `what is not a key is refused and nothing done`(text: String) async throws {
        let refusal = await refusal(try call(text))
        #expect(refusal?.status == 400)
        #expect(runs.count == 0)
    }

    @Test func `two keys are no key`() async throws {
        let call = try OperationCall.made(headers: [("Idempotency-Key", "a"), ("Idempotency-Key", "b")])
        #expect(await refusal(call)?.status == 400)
    }

    @Test func `the same request at the same time is not done beside itself`() async throws {
        let response = try await repetition.answer(call("k"), lost: nil, isPersonal: false) { _ in
            let other = await refusal(try call("k"))
            #expect(other?.complaint.code == "request-running" && other?.status == 409)
            return HTTPResponse.json(Array("\(runs.next())".utf8))
        }
        #expect(response.text == "1" && runs.count == 1)
    }

    @Test func `a request that a crash has interrupted is not done again`() async throws {
        _ = try await access.begin(
            RequestKey(actor: "uid:1000", key: "k"), isPersonal: false, at: Timestamp(milliseconds: 0))
        let call = try call("k")
        let actor = try #require(call.caller?.actor)
        _ = try await access.begin(
            RequestKey(actor: actor, key: "k"), isPersonal: false, at: Timestamp(milliseconds: 0))
        try await access.interruptRequests()
        #expect(await refusal(call)?.complaint.code == "request-interrupted")
        #expect(runs.count == 0)
    }

    @Test func `a refusal is kept, and a failure of the station may be tried again`() async throws {
        let refused = StationError(.registry(.badReason), "no", why: "it is so", next: "do not")
        #expect(try await ask(call("k"), refused).status == 422)
        #expect(try await ask(call("k")).status == 422)
        #expect(runs.count == 1)
        let failed = StationError(.stopping, "no", why: "it ends", next: "wait")
        await #expect(throws: StationError.self) { try await ask(try call("l"), failed) }
        #expect(try await ask(call("l")).text == "3")
    }

    /// Where a condition of the request itself is not satisfied, that is its answer.
    @Test func `what came too late may be tried again, unless it rests on what was seen`() async throws {
        let late = RegistryError(.changedMeanwhile, "nothing was changed", why: "it is another", next: "look")
        await #expect(throws: RegistryError.self) { try await ask(try call("k"), late) }
        #expect(try await ask(call("k")).text == "2")
        let refused = StationError(.registry(.changedMeanwhile), "no", why: "it is there", next: "look")
        #expect(try await ask(call("l"), refused).status == 412)
        #expect(try await ask(call("l")).status == 412)
        let seen = try OperationCall.made(
            headers: [("Idempotency-Key", "m"), ("If-Match", #""a""#)], body: "a")
        #expect(try await ask(seen, late).status == 412)
        #expect(try await ask(seen).status == 412)
        #expect(runs.count == 4)
    }

    @Test func `a secret is shown once, and a refusal to make one is not a secret`() async throws {
        #expect(try await ask(call("k"), lost: "make another code").text == "1")
        let again = await refusal(try call("k"), lost: "make another code")
        #expect(again?.complaint.code == "shown-once")
        #expect(again?.complaint.next == "make another code")
        let refused = StationError(.registry(.badDays), "no token was made", why: "it is so", next: "do not")
        #expect(try await ask(call("l"), lost: "make another", refused).status == 422)
        let repeated = try await ask(call("l"), lost: "make another")
        #expect(repeated.status == 422)
        #expect(repeated.text.contains("no token was made"))
    }

    @Test func `what was done is not answered with a problem, though its answer cannot be kept`() async throws {
        access.break()
        #expect(try await ask(call("k")).text == "1")
    }

    @Test func `what went wrong is reported, though the key cannot be let go`() async throws {
        struct Cause: Error {}
        access.break()
        await #expect(throws: Cause.self) { try await ask(call("k"), Cause()) }
    }

    @Test func `without a caller a key names nothing, and nothing is kept`() async throws {
        #expect(try await ask(call("k", by: nil)).text == "1")
        #expect(try await ask(call("k", by: nil)).text == "2")
        let key = RequestKey(actor: "", key: "k")
        #expect(try await access.begin(key, isPersonal: false, at: Timestamp(milliseconds: 0)) == .new)
    }

    @Test(arguments: [true, false])
    func `what ended in an outage is not done again behind it, and does not run for ever`(isDone: Bool) async throws {
        struct Cause: Error {}
        access.break()
        if isDone {
            #expect(try await ask(call("k")).text == "1")
        } else {
            await #expect(throws: Cause.self) { try await ask(call("k"), Cause()) }
        }
        access.mend()
        let again = try call("k")
        for _ in 1...2 { #expect(await refusal(again)?.complaint.code == "request-interrupted") }
        #expect(runs.count == 1)
    }

    /// Another daemon of the registry cannot see that the request runs no more.
    @Test(arguments: [true, false])
    func `what ended in an outage is settled behind it without another request`(isDone: Bool) async throws {
        struct Cause: Error {}
        let call = try call("k")
        let key = RequestKey(actor: try #require(call.caller?.actor), key: "k")
        access.break()
        if isDone {
            #expect(try await ask(call).text == "1")
        } else {
            await #expect(throws: Cause.self) { try await ask(call, Cause()) }
        }
        await repetition.settleKeys()
        let time = Timestamp(milliseconds: 0)
        #expect(try await access.begin(key, isPersonal: false, at: time) == .running)
        access.mend()
        await repetition.settleKeys()
        #expect(try await access.begin(key, isPersonal: false, at: time) == .interrupted)
    }

    @Test func `what may have been done is not done again`() async throws {
        let away = RegistryError(.registryAway, "no answer", why: "COMMIT was sent", next: "look")
        let call = try call("k")
        await #expect(throws: RegistryError.self) { try await ask(call, mayChange: true, away) }
        #expect(await refusal(call)?.complaint.code == "request-interrupted")
        #expect(runs.count == 1)
        // What failed before anything was changed may be tried again.
        let other = try self.call("l")
        await #expect(throws: RegistryError.self) { try await ask(other, away) }
        #expect(try await ask(other).text == "3")
    }

    @Test func `of a caller's refusals the newest are kept, and of what was done all`() async throws {
        let memory = Repetition(storage: MemoryRegistry(), keys: RequestKeys(), now: { StationBench.now })
        func ask(_ key: String, refusing: Bool = false) async throws -> HTTPResponse {
            try await memory.answer(try call(key), lost: nil, isPersonal: false) { _ in
                let number = runs.next()
                if refusing { throw StationError(.registry(.badReason), "no", why: "it is so", next: "do not") }
                return HTTPResponse.json(Array("\(number)".utf8), status: 201)
            }
        }
        #expect(try await ask("done").text == "1")
        for number in 0...RequestKeys.refusalLimit {
            #expect(try await ask("refused-\(number)", refusing: true).status == 422)
        }
        let count = runs.count
        #expect(try await ask("refused-1").status == 422)
        #expect(try await ask("done").text == "1")
        #expect(runs.count == count)
        #expect(try await ask("refused-0").status == 201)
    }
}

/// A registry whose disk fails after a request has begun.
private final class BreakableAccess: RegistryAccess {
    private struct Broken: Error {}

    private let registry: SQLiteRegistry
    private let isBroken = Mutex(false)

    init(_ registry: SQLiteRegistry) { self.registry = registry }

    func `break`() { isBroken.withLock { $0 = true } }

    func mend() { isBroken.withLock { $0 = false } }

    private func check() throws { if isBroken.withLock(\.self) { throw Broken() } }

    func expireAccess(at time: Timestamp) async throws { try await registry.expireAccess(at: time) }

    func begin(_ key: RequestKey, isPersonal: Bool, at time: Timestamp) async throws -> KeyedRequest {
        try await registry.begin(key, isPersonal: isPersonal, at: time)
    }

    func keep(_ answer: KeptAnswer, of request: String, under key: RequestKey) async throws {
        try check()
        try await registry.keep(answer, of: request, under: key)
    }

    func release(_ key: RequestKey) async throws {
        try check()
        try await registry.release(key)
    }

    func interrupt(_ key: RequestKey) async throws -> Bool {
        try check()
        return try await registry.interrupt(key)
    }

    func interruptRequests() async throws { try await registry.interruptRequests() }
    func forgetKeys(before time: Timestamp) async throws { try await registry.forgetKeys(before: time) }
    func tokens() async throws -> [KeptToken] { try await registry.tokens() }
    func sessions() async throws -> [Session] { try await registry.sessions() }
}
