import API
import Foundation
import HTTPMessages
import HTTPServer
import MemoryStorage
import Registry
import Testing

@testable import StationService

/// One browser that has the console open and is a paired phone.
@Suite struct `The pages of a station in one browser` {
    private let bench: StationBench
    private let browser: PageClient
    private var station: Station { bench.station }

    init() throws {
        bench = try StationBench()
        browser = PageClient(bench.station)
    }

    private func signIn() async throws {
        let made = try await station.createToken(
            TokenRequest(role: .provision, name: try name("bench"), days: nil), by: bench.author)
        let answer = try await browser.ask(.post, "/v1/session", body: #"{"secret":"\#(made.secret)"}"#)
        #expect(answer.status == 200)
    }

    private func pair(_ phone: String = "anna") async throws {
        let token = AccessToken(
            name: try name(phone), role: .walk, expires: try AccessToken.expiry(days: 7, from: StationBench.now),
            scope: try WalkScope([try #require(StoreID("cupertino"))]))
        let maker = try OperationCall.made().caller
        let secret = try station.pairings.show(Pairings.Offer(token: token, author: bench.author, maker: maker))
        let answer = try await browser.ask(.post, "/v1/walk/session", body: #"{"secret":"\#(secret)"}"#)
        #expect(answer.status == 200, "\(answer.text)")
    }

    /// The role that the console has.
    private func role() async throws -> Role? {
        let answer = try await browser.ask(.get, "/v1/session")
        return try JSONDecoder().decode(WhoAnswer.self, from: Data(answer.text.utf8)).role
    }

    private func status(_ path: String) async throws -> Int { try await browser.ask(.get, path).status }

    @Test func `have a session each, and none ends the other's`() async throws {
        try await bench.open()
        try await signIn()
        try await pair()
        #expect(browser.cookies.keys.sorted() == ["waymark-session-7373", "waymark-walk-7373"])
        #expect(try await role() == .provision)
        #expect(try await status("/v1/stores") == 200)
        #expect(try await status("/v1/walk/pack") == 200)

        // The console signs out: the phone stays paired.
        #expect(try await browser.ask(.delete, "/v1/session").status == 200)
        #expect(try await role() == nil)
        #expect(try await status("/v1/stores") == 401)
        #expect(try await status("/v1/walk/pack") == 200)
        #expect(await bench.kinds().last == "session-ended")
        #expect(station.phones.phones.map(\.name.text) == ["anna"])
    }

    @Test func `the phone leaves, and the console stays open`() async throws {
        try await bench.open()
        try await signIn()
        try await pair()
        #expect(try await browser.ask(.delete, "/v1/walk/session").status == 200)
        #expect(browser.cookies.keys.sorted() == ["waymark-session-7373"])
        #expect(try await status("/v1/walk/pack") == 401)
        #expect(station.phones.phones.isEmpty)
        #expect(try await role() == .provision)
    }

    @Test func `a phone's cookie is none for the console, and the console's is none for a walk`() async throws {
        try await bench.open()
        try await pair()
        #expect(try await role() == nil)
        #expect(try await status("/v1/stores") == 401)
        #expect(try await browser.ask(.delete, "/v1/session").status == 200)
        #expect(try await status("/v1/walk/pack") == 200)
        browser.cookies = [:]
        try await signIn()
        #expect(try await status("/v1/walk/pack") == 401)
    }

    /// Phones had the console's cookie in earlier releases.
    private func pairAsEarlier() async throws {
        try await bench.open()
        try await pair()
        browser.cookies = ["waymark-session-7373": try #require(browser.cookies["waymark-walk-7373"])]
    }

    @Test func `a phone that an earlier release has paired stays paired`() async throws {
        try await pairAsEarlier()
        #expect(try await status("/v1/walk/pack") == 200)
        #expect(try await status("/v1/stores") == 403)
        #expect(try await browser.ask(.delete, "/v1/walk/session").status == 200)
        #expect(try await status("/v1/walk/pack") == 401)
        #expect(station.phones.phones.isEmpty)
    }

    @Test(arguments: [true, false])
    func `a phone that an earlier release has paired keeps its session where the console is signed in to`(
        walksBefore: Bool
    ) async throws {
        try await pairAsEarlier()
        let session = browser.cookies["waymark-session-7373"]
        if walksBefore { #expect(try await status("/v1/walk/pack") == 200) }
        try await signIn()
        #expect(browser.cookies["waymark-walk-7373"] == session)
        #expect(browser.cookies["waymark-session-7373"] != session)
        #expect(try await role() == .provision)
        #expect(try await status("/v1/walk/pack") == 200)
        #expect(try await browser.ask(.delete, "/v1/session").status == 200)
        #expect(try await status("/v1/walk/pack") == 200)
        #expect(station.phones.phones.map(\.name.text) == ["anna"])
    }

    @Test func `the walk's cookie of a phone that an earlier release has paired lasts as long as its session`()
        async throws
    {
        try await pairAsEarlier()
        let answer = try await browser.ask(.get, "/v1/walk/pack")
        let set = answer.headers.values(of: "Set-Cookie")
        #expect(set.count == 1 && set.first?.contains("; Max-Age=604800; HttpOnly; SameSite=Strict") == true, "\(set)")
        #expect(try await browser.ask(.get, "/v1/walk/pack").headers["Set-Cookie"] == nil)
    }

    @Test func `a phone that an earlier release has paired has its new session when it is paired anew`() async throws {
        try await pairAsEarlier()
        let session = try #require(browser.cookies["waymark-session-7373"])
        try await pair("ben")
        let paired = try #require(browser.cookies["waymark-walk-7373"])
        #expect(paired != session)
        #expect(try await status("/v1/walk/pack") == 200)
        #expect(browser.cookies["waymark-walk-7373"] == paired)
    }

    @Test func `a phone that an earlier release has paired, and that was paired anew, leaves for good`() async throws {
        try await pairAsEarlier()
        try await pair("ben")
        #expect(try await browser.ask(.delete, "/v1/walk/session").status == 200)
        #expect(browser.cookies["waymark-walk-7373"] == nil)
        #expect(try await status("/v1/walk/pack") == 401)
        #expect(station.phones.phones.isEmpty)
    }

    @Test func `the page of an earlier release, as a phone still has it, ends its pairing`() async throws {
        try await pairAsEarlier()
        #expect(try await status("/v1/walk/pack") == 200)
        #expect(try await browser.ask(.delete, "/v1/session").status == 200)
        #expect(try await status("/v1/walk/pack") == 401)
        #expect(station.phones.phones.isEmpty)
    }

    @Test func `behind a reverse proxy have cookies as over TLS`() async throws {
        try await bench.open()
        let origin = try #require(PublicOrigin("https://bench.example.com"))
        let proxied = PageClient(station, web: WebRules(origins: [origin]))
        let made = try await station.createToken(
            TokenRequest(role: .provision, name: try name("bench"), days: nil), by: bench.author)
        let sent = ["Host": "bench.example.com", "Origin": "https://bench.example.com"]
        let answer = try await proxied.ask(
            .post, "/v1/session", body: #"{"secret":"\#(made.secret)"}"#, headers: sent)
        let set = try #require(answer.headers["Set-Cookie"])
        #expect(set.hasPrefix("__Host-waymark-session-443=") && set.hasSuffix("; Secure"), "\(set)")
        #expect(try await proxied.ask(.get, "/v1/stores", headers: sent).status == 200)
        // On this computer without the proxy, the same browser has no such cookie.
        #expect(try await proxied.ask(.get, "/v1/stores").status == 401)
        #expect(try await proxied.ask(.delete, "/v1/session", headers: sent).status == 200)
        #expect(try await proxied.ask(.get, "/v1/stores", headers: sent).status == 401)
    }

    @Test func `behind one reverse proxy have one cookie, whichever daemon is asked`() async throws {
        try await bench.open()
        let web = WebRules(origins: [try #require(PublicOrigin("https://bench.example.com"))])
        let sent = ["Host": "bench.example.com", "Origin": "https://bench.example.com"]
        let daemons = [7_373, 7_374].map { PageClient(station, web: web, port: $0) }
        let made = try await station.createToken(
            TokenRequest(role: .provision, name: try name("bench"), days: nil), by: bench.author)
        let body = #"{"secret":"\#(made.secret)"}"#
        for daemon in daemons {
            let answer = try await daemon.ask(.post, "/v1/session", body: body, headers: sent)
            #expect(answer.status == 200, "\(answer.text)")
            #expect(daemon.cookies.keys.sorted() == ["__Host-waymark-session-443"])
        }
        // The browser's next request comes to the other daemon.
        daemons[1].cookies = daemons[0].cookies
        #expect(try await daemons[1].ask(.get, "/v1/stores", headers: sent).status == 200)
    }

    @Test(arguments: [(SessionPage.console, "session"), (.walk, "walk")])
    func `name their cookies by their port, and have them set over TLS alone`(page: SessionPage, name: String) {
        #expect(page.cookie(port: 443, isEncrypted: true) == "__Host-waymark-\(name)-443")
        #expect(page.cookie(port: 7_373, isEncrypted: false) == "waymark-\(name)-7373")
    }
}
