import Foundation
import TestBench
import Testing

/// A phone's pairing, its pack and what it sends, as a client on the network sees them.
@Suite(.needs(.curl), .timeLimit(.minutes(10))) struct PhoneTests {
    private static func run(_ body: (TestStation) async throws -> Void) async throws {
        try await TestStation.run(options: TestStation.listening) { station in
            try await station.waymark("deployment", "load", Repository.path("tags/fruta"))
            try await body(station)
        }
    }

    @Test func `a code pairs one phone, once, and the journal has it without a secret`() async throws {
        try await Self.run { station in
            let offer = try await station.offer("anna", stores: ["cupertino"])
            #expect(offer.text.hasPrefix("waymark-pair:"))
            let paired = try await station.pair(offer.text)
            #expect(paired.document["role"] as? String == "walk")
            #expect(paired.document["actor"] as? String == "token:anna")
            let cookie = try #require(paired.header("Set-Cookie"))
            #expect(cookie.contains("; HttpOnly; SameSite=Strict") && cookie.contains("; Path=/; "))
            let age = try #require(cookie.firstMatch(of: #/Max-Age=(\d+)/#).flatMap { Int($0.1) })
            #expect((7 * 86_400 - 60...7 * 86_400).contains(age))
            let again = try await station.pair(offer.text)
            #expect(again.status == 401 && again.code == "bad-pairing" && again.header("Set-Cookie") == nil)

            let listed = try await station.waymark("phone", "list")
            #expect(listed.output.contains("anna") && listed.output.contains("cupertino"))
            let kinds = try await station.api.journal().map(\.kind)
            #expect(kinds.suffix(2) == ["token-created", "session-opened"])
            let journal = try await station.waymark("journal", "export").output
            let secret = try #require(offer.text.split(separator: ":").last)
            let value = try #require(cookie.firstMatch(of: #/=([^;]+)/#)?.1)
            for hidden in [secret, value] {
                #expect(!journal.contains(hidden) && !station.log.contains(hidden))
            }
        }
    }

    @Test func `a phone gets its own stores and tags, and nothing else of the station`() async throws {
        try await Self.run { station in
            let phone = try await station.phone("anna", stores: ["cupertino"])
            let pack = try await station.web("GET", "/v1/walk/pack", headers: phone)
            #expect(pack.status == 200)
            let stores = try #require(pack.document["stores"] as? [[String: Any]])
            #expect(stores.map { $0["store"] as? String } == ["cupertino"])
            let signs = try #require(pack.document["signs"] as? [[String: Any]])
            #expect(signs.count == 8 && signs.allSatisfy { $0["isJudged"] as? Bool == true })
            for word in ["san-francisco", "seoul", "uid", "digest", "key"] {
                #expect(!pack.body.contains(word), "the pack has \(word)")
            }
            let tag = try #require(pack.header("ETag"))
            let same = try await station.web("GET", "/v1/walk/pack", headers: phone + ["If-None-Match: \(tag)"])
            #expect(same.status == 304)

            let others = [
                "/v1/stores", "/v1/tags", "/v1/journal", "/v1/tokens", "/v1/phones", "/v1/events", "/v1/backup",
                "/v1/findings", "/v1/map",
            ]
            for path in others {
                #expect(try await station.web("GET", path, headers: phone).status == 403, "\(path)")
            }
            for path in ["/v1/sightings", "/v1/pairings", "/v1/walks", "/v1/tokens", "/v1/audits"] {
                let answer = try await station.web(
                    "POST", path, body: "{}", headers: phone + ["Sec-Fetch-Site: same-origin"])
                #expect(answer.status == 403, "\(path)")
            }
        }
    }

    @Test func `what a phone sends is kept once, and bad rows are named`() async throws {
        try await Self.run { station in
            let phone = try await station.phone("anna", stores: ["cupertino"]) + ["Sec-Fetch-Site: same-origin"]
            let now = Date.now.formatted(.iso8601)
            let url = "https://fruta.example/store/cupertino?tag=q-cu-01"
            @Sendable func row(_ url: String, _ accuracy: Double, latitude: Double = 37.323, time: String = now)
                -> [String: Any]
            {
                ["time": time, "url": url, "latitude": latitude, "longitude": -122.0322, "accuracy": accuracy]
            }
            @Sendable func send(_ rows: [[String: Any]]) async throws -> WebAnswer {
                let body = try JSONSerialization.data(withJSONObject: ["sightings": rows])
                return try await station.web(
                    "POST", "/v1/walk/sightings", body: String(decoding: body, as: UTF8.self), headers: phone)
            }
            let rows = [
                row(url, 12), row(url, 0), row(url, 1_001), row(url, 12, latitude: 91),
                row(url, 12, time: "2037-01-01T00:00:00Z"), row(url, 12, time: "2020-01-01T00:00:00Z"), row("", 12),
            ]
            let first = try await send(rows)
            #expect(first.status == 200 && first.document["new"] as? Int == 1, "\(first)")
            let refused = try #require(first.document["refused"] as? [[String: Any]])
            #expect(refused.map { $0["row"] as? Int } == [1, 2, 3, 4, 5, 6])
            #expect(try await send(rows).document["new"] as? Int == 0)
            #expect(try await send([]).code == "out-of-range")
            #expect(try await send(Array(repeating: row(url, 12), count: 501)).code == "out-of-range")
            // Several at a time: the allowance grows again while a slow machine sends one after the other.
            let refusal = try await withThrowingTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<100 {
                            let answer = try await send([row(url, 12)])
                            if answer.status != 200 { return answer as WebAnswer? }
                        }
                        return nil
                    }
                }
                return try await group.reduce(nil as WebAnswer?) { $0 ?? $1 }
            }
            #expect(refusal?.status == 429 && refusal?.code == "too-many-uploads")
            #expect(refusal?.header("Retry-After") != nil)
            // Another page has no say, whatever cookie the browser adds.
            let foreign = try await station.web(
                "POST", "/v1/walk/sightings", body: "{}",
                headers: phone.dropLast() + ["Sec-Fetch-Site: cross-site"])
            #expect(foreign.status == 403 && foreign.code == "foreign-origin")
        }
    }

    @Test func `a revoked phone is out at once, and one that was given back leaves nothing`() async throws {
        try await Self.run { station in
            let phone = try await station.phone("anna", stores: ["cupertino"])
            #expect(try await station.web("GET", "/v1/walk/pack", headers: phone).status == 200)
            try await station.waymark("phone", "revoke", "anna")
            #expect(try await station.web("GET", "/v1/walk/pack", headers: phone).status == 401)

            let other = try await station.phone("ben", stores: ["cupertino"])
            let leave = try await station.web(
                "DELETE", "/v1/session", headers: other + ["Sec-Fetch-Site: same-origin"])
            #expect(leave.status == 200)
            #expect(try await station.web("GET", "/v1/walk/pack", headers: other).status == 401)
            #expect(try await station.waymark("phone", "list").output.contains("No phones"))
        }
    }

    @Test func `a pairing needs known stores and a free name, and a token is no way to the role`() async throws {
        try await Self.run { station in
            try await station.waymark("phone", "pair", "anna", "--store", "nowhere", expecting: 1)
            try await station.waymark("phone", "pair", "anna", expecting: 1)
            _ = try await station.phone("anna", stores: ["cupertino"])
            try await station.waymark("phone", "pair", "anna", "--store", "cupertino", expecting: 1)
            try await station.waymark("token", "create", "--role", "walk", expecting: 64)
            let secret = try await station.token("administer", name: "boss")
            let answer = try await station.web("POST", "/v1/tokens", secret, body: #"{"role":"walk"}"#)
            #expect(answer.status == 400 && answer.code == "bad-request")
            #expect(try await station.web("GET", "/v1/walk/pack", secret).code == "no-walk")
            // A phone is no token that this way may revoke.
            #expect(try await station.web("DELETE", "/v1/phones/boss", secret).status == 404)
        }
    }

    @Test func `a daemon that starts again knows its phones, and no code of before`() async throws {
        try await Self.run { station in
            let phone = try await station.phone("anna", stores: ["cupertino", "san-francisco"])
            let offer = try await station.offer("ben", stores: ["cupertino"])
            let (before, cookie) = (try await station.web, try #require(phone.first))
            await station.stopDaemon()
            try await station.startDaemon()
            // The cookie's name has the port, which is another one now.
            let ports = try [before, try await station.web].map { try #require($0.split(separator: ":").last) }
            let moved = cookie.replacing("session-\(ports[0])", with: "session-\(ports[1])")
            let pack = try await station.web("GET", "/v1/walk/pack", headers: [moved])
            #expect((pack.document["stores"] as? [Any])?.count == 2, "\(pack)")
            #expect(try await station.pair(offer.text).code == "bad-pairing")
        }
    }
}

extension TestStation {
    /// A code for a phone, as the console gets it.
    func offer(_ name: String, stores: [String]) async throws -> (text: String, symbol: [String]) {
        let words = ["phone", "pair", name] + stores.flatMap { ["--store", $0] }
        let offer = try await waymark(words + ["--json"]).document
        return (
            try #require(offer["text"] as? String), try #require(offer["symbol"] as? [String])
        )
    }

    /// Uses a code up as the page does.
    func pair(_ text: String, more: [String] = []) async throws -> WebAnswer {
        let secret = text.split(separator: ":").last ?? ""
        return try await web(
            "POST", "/v1/walk/session", body: #"{"secret":"\#(secret)"}"#, headers: ["Sec-Fetch-Site: same-origin"],
            more: more)
    }

    /// A phone that is paired: the header with its cookie.
    func phone(_ name: String, stores: [String]) async throws -> [String] {
        let paired = try await pair(try await offer(name, stores: stores).text)
        let cookie = try #require(paired.header("Set-Cookie")?.split(separator: ";").first, "\(paired)")
        return ["Cookie: \(cookie)"]
    }
}
