import Foundation
import TestBench
import Testing

/// Browsers that reach a station through another program that ends TLS.
@Suite(.timeLimit(.minutes(10)), .needs(.curl, ReverseProxy.nginx, ReverseProxy.openssl))
struct `Behind a reverse proxy` {
    private static let options = TestStation.listening + ["--origin", ReverseProxy.origin]
    private static let own = "Origin: \(ReverseProxy.origin)"

    @Test func `the console signs in as over TLS, and acts from its own pages only`() async throws {
        try await TestStation.run(options: Self.options) { station in
            let secret = try await station.token("provision", name: "tablet")
            try await ReverseProxy.run(before: station) { proxy in
                for page in ["/", "/walk/"] {
                    let answer = try await proxy.ask("GET", page)
                    #expect(answer.status == 200 && answer.type?.hasPrefix("text/html") == true, "\(answer)")
                }
                let session = try await proxy.ask(
                    "POST", "/v1/session", body: #"{"secret":"\#(secret)"}"#, headers: [Self.own])
                let cookie = try #require(session.header("Set-Cookie"), "\(session)")
                #expect(cookie.hasPrefix("__Host-waymark-session-") && cookie.hasSuffix("; Secure"))
                #expect(cookie.contains("; Path=/;") && !cookie.contains("Domain"))
                let sent = "Cookie: \(cookie.prefix { $0 != ";" })"
                #expect(try await proxy.ask("GET", "/v1/stores", headers: [sent]).status == 200)
                let walk = try await proxy.ask("POST", "/v1/walks", headers: [sent, Self.own])
                #expect(walk.status == 200, "\(walk)")
                for origin in ["http://\(ReverseProxy.host)", "https://evil.example", try await station.web] {
                    let answer = try await proxy.ask("POST", "/v1/walks", headers: [sent, "Origin: \(origin)"])
                    #expect(answer.status == 403 && answer.code == "foreign-origin", "\(origin): \(answer)")
                }
                #expect(try await proxy.ask("POST", "/v1/walks", headers: [sent]).code == "foreign-origin")
                let foreign = try await proxy.ask("GET", "/v1/stores", headers: [sent, "Host: evil.example"])
                #expect(foreign.status == 421 && foreign.code == "foreign-host", "\(foreign)")
                // On this computer it is another page, and not encrypted.
                #expect(try await station.web("GET", "/v1/stores", headers: [sent]).status == 401)
            }
        }
    }

    /// nginx takes 1 MiB unless it is configured otherwise.
    @Test func `an upload is as large as the daemon takes it`() async throws {
        try await TestStation.run(options: Self.options) { station in
            let secret = try await station.token("provision", name: "tablet")
            try await ReverseProxy.run(before: station) { proxy in
                let rows = (1...24_000).map { "2026-01-02T03:04:05Z,https://a.example/\($0),,1,2,5\n" }.joined()
                #expect(rows.utf8.count > 1 << 20)
                let answer = try await proxy.ask(
                    "POST", "/v1/sightings", body: "time,url,uid,latitude,longitude,accuracy\n" + rows,
                    type: "text/csv", headers: ["Authorization: Bearer \(secret)"])
                #expect(answer.status == 200 && answer.document["new"] as? Int == 24_000, "\(answer)")
            }
        }
    }

    @Test func `phones are sent to the public address`() async throws {
        try await TestStation.run(options: Self.options) { station in
            try await station.waymark("deployment", "load", Repository.path("tags/fruta"))
            let page = "\(ReverseProxy.origin)/walk/"
            #expect(try await station.ask("GET", "/v1/phones").document["page"] as? String == page)
            let pairing = try await station.waymark("phone", "pair", "anna", "--store", "cupertino")
            #expect(pairing.errors.contains(page), "\(pairing)")
        }
    }

    @Test func `a daemon that does not know of it refuses what it passes on`() async throws {
        try await TestStation.run(options: TestStation.listening) { station in
            try await ReverseProxy.run(before: station) { proxy in
                let answer = try await proxy.ask("GET", "/v1/stores")
                #expect(answer.status == 421 && answer.code == "foreign-host", "\(answer)")
            }
        }
    }
}
