import Foundation
import TestBench
import Testing

/// What a page of somebody else in a browser on this computer can do: nothing.
@Suite(.timeLimit(.minutes(10)), .needs(.curl)) struct OriginTests {
    @Test func `a foreign host or origin is refused, our own is not`() async throws {
        try await TestStation.run(options: TestStation.listening + ["--host", "bench.example"]) { station in
            let secret = try await station.token("administer", name: "a")
            let port = try #require(try await station.web.split(separator: ":").last)
            let cases: [(header: String, status: Int, code: String?)] = [
                ("Host: evil.example", 421, "foreign-host"), ("Host: evil.example:\(port)", 421, "foreign-host"),
                ("Host: 127.0.0.1", 421, "foreign-host"), ("Host: 127.0.0.1:1", 421, "foreign-host"),
                ("Host: localhost.evil.example:\(port)", 421, "foreign-host"),
                ("Host: LOCALHOST:\(port)", 200, nil), ("Host: bench.example:\(port)", 200, nil),
                ("Origin: http://evil.example", 403, "foreign-origin"), ("Origin: null", 403, "foreign-origin"),
                ("Origin: http://127.0.0.1:1", 403, "foreign-origin"),
                ("Origin: https://127.0.0.1:\(port)", 403, "foreign-origin"),
                ("Origin: http://127.0.0.1:\(port)", 200, nil),
                ("Sec-Fetch-Site: cross-site", 403, "foreign-origin"),
                ("Sec-Fetch-Site: same-site", 403, "foreign-origin"), ("Sec-Fetch-Site: same-origin", 200, nil),
            ]
            for (header, status, code) in cases {
                let answer = try await station.web("GET", "/v1/stores", secret, headers: [header])
                #expect(answer.status == status && answer.code == code, "\(header): \(answer)")
            }
            let preflight = try await station.web("OPTIONS", "/v1/stores", headers: ["Origin: http://evil.example"])
            #expect(preflight.status == 405 && preflight.header("Access-Control-Allow-Origin") == nil)
        }
    }

    @Test func `every answer forbids pages to use it otherwise than it is meant`() async throws {
        try await TestStation.run(options: TestStation.listening) { station in
            for path in ["/openapi.json", "/v1/stores", "/nowhere"] {
                let answer = try await station.web("GET", path)
                #expect(answer.header("Content-Security-Policy")?.hasPrefix("default-src 'none'; ") == true)
                #expect(answer.header("X-Content-Type-Options") == "nosniff")
                #expect(answer.header("Referrer-Policy") == "no-referrer")
                #expect(answer.header("Cache-Control") == "no-store")
                #expect(answer.header("Access-Control-Allow-Origin") == nil)
            }
        }
    }

    @Test func `a browser is let in with a token, and acts from our own pages only`() async throws {
        try await TestStation.run(options: TestStation.listening) { station in
            let secret = try await station.token("provision", name: "tablet")
            let wrong = try await station.web("POST", "/v1/session", body: #"{"secret":"guess"}"#)
            #expect(wrong.status == 401 && wrong.code == "bad-secret" && wrong.header("Set-Cookie") == nil)
            let answer = try await station.web("POST", "/v1/session", body: #"{"secret":"\#(secret)"}"#)
            #expect(answer.document["role"] as? String == "provision")
            let cookie = try #require(answer.header("Set-Cookie"))
            #expect(cookie.hasSuffix("; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict"))
            #expect(!cookie.contains(secret))
            // Browsers keep cookies by host: the port keeps two stations of one machine apart.
            func name() async throws -> String {
                "waymark-session-\(try #require(try await station.web.split(separator: ":").last))"
            }
            #expect(cookie.hasPrefix("\(try await name())="))
            let value = try #require(cookie.prefix { $0 != ";" }.split(separator: "=").last)
            var sent = "Cookie: other=1; \(try await name())=\(value)"
            #expect(try await station.web("GET", "/v1/stores", headers: [sent]).status == 200)

            // Another page's form has an origin of its own, or none that we could see.
            let walk = try await station.web("POST", "/v1/walks", headers: [sent])
            #expect(walk.status == 403 && walk.code == "foreign-origin")
            let own = "Origin: \(try await station.web)"
            #expect(try await station.web("POST", "/v1/walks", headers: [sent, own]).status == 200)
            #expect(try await station.web("GET", "/v1/tokens", headers: [sent]).status == 403)

            await station.stopDaemon()
            try await station.startDaemon()
            // On another port it is another origin.
            #expect(try await station.web("GET", "/v1/stores", headers: [sent]).status == 401)
            sent = "Cookie: other=1; \(try await name())=\(value)"
            #expect(try await station.web("GET", "/v1/stores", headers: [sent]).status == 200, "it outlives the daemon")

            let restarted = "Origin: \(try await station.web)"
            let ended = try await station.web("DELETE", "/v1/session", headers: [sent, restarted])
            #expect(ended.header("Set-Cookie")?.contains("Max-Age=0") == true)
            #expect(try await station.web("GET", "/v1/stores", headers: [sent]).status == 401)
        }
    }
}
