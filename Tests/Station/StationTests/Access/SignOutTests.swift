import API
import Faults
import HTTPMessages
import HTTPServer
import MemoryStorage
import Registry
import Synchronization
import Testing

@testable import StationService

/// A browser that signs out where the journal cannot be written.
@Suite struct `A session that is ended` {
    /// Whether its end is refused by the registry.
    private final class Disk: Sendable {
        private let isFull = Atomic(false)

        func fill(_ isFull: Bool) { self.isFull.store(isFull, ordering: .relaxed) }

        func check(_ event: JournalEvent) throws {
            guard isFull.load(ordering: .relaxed) else { return }
            switch event {
            case .sessionEnded, .tokenRevoked:
                throw RegistryError(.diskFull, "nothing was written", why: "the disk is full", next: "free space")
            default: return
            }
        }
    }

    private let disk: Disk
    private let bench: StationBench
    private let browser: PageClient

    init() throws {
        let disk = Disk()
        self.disk = disk
        bench = try StationBench(refusing: { try disk.check($0) })
        browser = PageClient(bench.station)
    }

    private func signIn() async throws {
        let made = try await bench.station.createToken(
            TokenRequest(role: .read, name: try name("screen"), days: nil), by: bench.author)
        let answer = try await browser.ask(.post, "/v1/session", body: #"{"secret":"\#(made.secret)"}"#)
        #expect(answer.status == 200)
        #expect(try await browser.ask(.get, "/v1/stores").status == 200)
    }

    @Test func `has ended though the journal could not be written, and is journalled once when it can`() async throws {
        try await signIn()
        let former = browser.cookies
        disk.fill(true)
        let answer = try await browser.ask(.delete, "/v1/session")
        #expect(answer.status == 200 && answer.headers["Set-Cookie"]?.contains("Max-Age=0;") == true)
        #expect(browser.cookies.isEmpty)

        // Nor is it good for who has kept the cookie, when the registry is read again and still has the session.
        browser.cookies = former
        #expect(try await browser.ask(.get, "/v1/stores").status == 401)
        await #expect(throws: RegistryError.self) { try await bench.station.expireAccess() }
        try await bench.station.loadAccess()
        #expect(try await browser.ask(.get, "/v1/stores").status == 401)
        #expect(await bench.registry.sessions().count == 1)
        #expect(await bench.kinds().last == "session-opened")

        disk.fill(false)
        try await bench.station.expireAccess()
        try await bench.station.expireAccess()
        #expect(await bench.kinds().count { $0 == "session-ended" } == 1)
        #expect(await bench.registry.sessions().isEmpty)
        let entry = try #require(await bench.registry.journal(from: 1, limit: 100).last)
        #expect(entry.author == Author(station: "bench-1", actor: "token:screen"))
    }

    @Test func `of a phone ends the pairing too, once the journal can be written`() async throws {
        try await bench.open()
        let token = AccessToken(
            name: try name("anna"), role: .walk, expires: try AccessToken.expiry(days: 7, from: StationBench.now),
            scope: try WalkScope([try #require(StoreID("cupertino"))]))
        let maker = try OperationCall.made().caller
        let secret = try bench.station.pairings.show(
            Pairings.Offer(token: token, author: bench.author, maker: maker))
        let paired = try await browser.ask(.post, "/v1/walk/session", body: #"{"secret":"\#(secret)"}"#)
        #expect(paired.status == 200, "\(paired.text)")
        let former = browser.cookies

        disk.fill(true)
        #expect(try await browser.ask(.delete, "/v1/walk/session").status == 200)
        browser.cookies = former
        #expect(try await browser.ask(.get, "/v1/walk/pack").status == 401)
        await #expect(throws: RegistryError.self) { try await bench.station.expireAccess() }
        #expect(await bench.registry.tokens().map(\.token.name) == [token.name])

        disk.fill(false)
        try await bench.station.expireAccess()
        try await bench.station.expireAccess()
        let sessions = await bench.registry.sessions()
        #expect(await bench.registry.tokens().isEmpty && sessions.isEmpty)
        #expect(bench.station.phones.phones.isEmpty)
        let kinds = await bench.kinds()
        #expect(kinds.count { $0 == "token-revoked" } == 1 && !kinds.contains("session-ended"))
        let entry = try #require(await bench.registry.journal(from: 1, limit: 100).last)
        #expect(entry.author == Author(station: "bench-1", actor: "token:anna"))
    }

    @Test func `is journalled at once, and not again by a second sign-out`() async throws {
        try await signIn()
        let former = browser.cookies
        #expect(try await browser.ask(.delete, "/v1/session").status == 200)
        browser.cookies = former
        #expect(try await browser.ask(.delete, "/v1/session").status == 200)
        #expect(await bench.kinds().count { $0 == "session-ended" } == 1)
    }
}
