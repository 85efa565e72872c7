import API
import Foundation
import MemoryStorage
import Registry
import Synchronization
import TestBench
import Testing

@testable import HTTPServer
@testable import StationService

/// What was let in, and continues when its token or session has ended.
@Suite(.timeLimit(.minutes(10))) struct `What is open for a caller` {
    private let bench: StationBench
    private let client: PageClient
    private var station: Station { bench.station }

    init() throws {
        bench = try StationBench()
        client = PageClient(bench.station)
    }

    private func token(_ role: Role, _ text: String) async throws -> String {
        try await station.createToken(TokenRequest(role: role, name: try name(text), days: nil), by: bench.author)
            .secret
    }

    private func stream(_ answer: HTTPResponse) throws -> AsyncStream<[UInt8]> {
        let stream: AsyncStream<[UInt8]>? = if case .stream(let stream) = answer.body { stream } else { nil }
        return try #require(stream, "\(answer.text)")
    }

    @Test func `a stream of events ends with its token, and hears nothing of what follows`() async throws {
        let (secret, other) = (try await token(.read, "screen"), try await token(.read, "other"))
        let stream = try stream(try await client.ask(.get, "/v1/events", token: secret))
        let untouched = try self.stream(try await client.ask(.get, "/v1/events", token: other))
        _ = try await station.revokeToken(name("screen"), by: bench.author)
        try await bench.open()
        let heard = await stream.all()
        #expect(heard.map(\.event) == ["reset", "entry"])
        #expect(heard.last?.data.contains("token-revoked") == true)
        let after = await untouched.first(3)
        #expect(after.last?.data.contains("stores-imported") == true)
    }

    @Test func `a stream of events ends with its session`() async throws {
        let secret = try await token(.read, "screen")
        _ = try await client.ask(.post, "/v1/session", body: #"{"secret":"\#(secret)"}"#)
        let stream = try stream(try await client.ask(.get, "/v1/events"))
        _ = try await client.ask(.delete, "/v1/session")
        try await bench.open()
        let kinds = await stream.all().map(\.data)
        #expect(!kinds.contains { $0.contains("stores-imported") })
    }

    private static func rows(_ numbers: Range<Int>) -> String {
        numbers.map { "2026-11-20T10:00:00Z,https://a.example/\($0),inRegion,phone-\($0)\n" }.joined()
    }

    private func kept() async -> Int {
        let count = Mutex(0)
        await bench.registry.confirmations { rows in count.withLock { $0 += rows.count } }
        return count.withLock(\.self)
    }

    private func send(_ text: String, _ body: RequestBody) {
        Array(text.utf8).withUnsafeBytes { bytes in
            body.add(bytes) { preconditionFailure("a test sends less than waits for a reader") }
        }
    }

    @Test func `of a body in pieces nothing is kept that comes behind the end of its token`() async throws {
        let secret = try await token(.confirm, "app")
        let (client, body) = (client, RequestBody())
        let answer = Task { try await client.ask(.post, "/v1/confirmations", token: secret, stream: body) }
        // So many that some are kept before the rest comes.
        send("time,url,outcome,device\n" + Self.rows(0..<13_000), body)
        while await kept() == 0 { await Task.yield() }
        _ = try await station.revokeToken(name("app"), by: bench.author)
        send(Self.rows(13_000..<13_010), body)
        body.finish()
        let refusal = try await answer.value
        #expect(refusal.status == 401 && refusal.text.contains(#""code":"unauthorized""#), "\(refusal.text)")
        #expect(await kept() == 13_000)
    }

    @Test(arguments: ["/v1/backup", "/v1/sheets/a1/pdf", "/v1/sheets/a1/pages/2"])
    func `a file that is being sent ends with its token, and is not whole`(path: String) async throws {
        let folder = try TemporaryFolder()
        let content = [UInt8](repeating: 7, count: 3 << 20)
        try FileManager.default.createDirectory(atPath: folder["a1"], withIntermediateDirectories: false)
        for name in ["sheet.pdf", "page-2.png"] { try folder.write(content, to: "a1/\(name)") }
        let bench = try StationBench(in: folder.path, copying: { try Data(content).write(to: URL(filePath: $0)) })
        let client = PageClient(bench.station)
        let request = TokenRequest(role: .administer, name: try name("safe"), days: nil)
        let secret = try await bench.station.createToken(request, by: bench.author).secret
        guard case .file(let length, let pieces) = try await client.ask(.get, path, token: secret).body else {
            Issue.record("\(path) gives no file")
            return
        }
        #expect(length == 3 << 20)
        var received = 0
        for await piece in pieces {
            received += piece.count
            _ = try await bench.station.revokeToken(name("safe"), by: bench.author)
        }
        #expect(received == 1 << 20)
    }

    @Test func `a request whose token ended while its body came is not carried out`() async throws {
        let secret = try await token(.provision, "bench")
        let table = RequestBody(Array(("time,url,outcome,device\n" + Self.rows(0..<3)).utf8))
        let request = try client.admitted(.post, "/v1/confirmations", token: secret, stream: table)
        _ = try await station.revokeToken(name("bench"), by: bench.author)
        #expect(try await request().status == 401)
        #expect(await kept() == 0)
    }

    @Test func `a code for pairing is worth nothing when the token that made it has ended`() async throws {
        try await bench.open()
        let secret = try await token(.provision, "bench")
        let maker = Caller(
            way: .token(try name("bench"), digest: try Secret.digest(of: secret)), role: .provision)
        func offer(_ text: String) throws -> String {
            let scope = try WalkScope([try #require(StoreID("cupertino"))])
            let expires = try AccessToken.expiry(days: 7, from: StationBench.now)
            let token = AccessToken(name: try name(text), role: .walk, expires: expires, scope: scope)
            return try station.pairings.show(Pairings.Offer(token: token, author: bench.author, maker: maker))
        }
        func pair(_ secret: String) async throws -> HTTPResponse {
            try await client.ask(.post, "/v1/walk/session", body: #"{"secret":"\#(secret)"}"#)
        }
        let (first, second) = (try offer("anna"), try offer("ben"))
        #expect(try await pair(first).status == 200)
        _ = try await station.revokeToken(name("bench"), by: bench.author)
        // Another token of the name is another maker.
        _ = try await token(.provision, "bench")
        let refusal = try await pair(second)
        #expect(refusal.status == 401 && refusal.text.contains(#""code":"bad-pairing""#))
        #expect(station.phones.phones.map(\.name.text) == ["anna"])
    }

    @Test func `is over when the token has expired, before the registry knows`() throws {
        let clock = SetClock()
        let access = AccessControl(rules: AccessRules(groups: [:], administrators: []), now: clock.now)
        let expires = Timestamp(milliseconds: clock.now().milliseconds + 60_000)
        let token = AccessToken(name: try name("screen"), role: .read, expires: expires)
        access.load([KeptToken(token, created: clock.now(), digest: "d")], [], of: access.beginReading())
        let lease = Lease(access: access, caller: Caller(way: .token(token.name, digest: "d"), role: .read))
        let ended = Atomic(0)
        _ = lease.hold { ended.add(1, ordering: .relaxed) }
        let released = lease.hold { ended.add(100, ordering: .relaxed) }
        lease.release(released)
        try lease.check()
        clock.advance(seconds: 60)
        #expect(!lease.isGood)
        #expect(throws: Problem.self) { try lease.check() }
        for _ in 0..<2 { access.load([], [], of: access.beginReading()) }
        #expect(ended.load(ordering: .relaxed) == 1)
        _ = lease.hold { ended.add(10, ordering: .relaxed) }
        #expect(ended.load(ordering: .relaxed) == 11, "what is held too late ends at once")
    }
}
