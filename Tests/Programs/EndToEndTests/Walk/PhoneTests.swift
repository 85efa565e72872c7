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
            #expect(signs.count { $0["medium"] as? String == "qr" } == 8)
            #expect(signs.allSatisfy { $0["store"] as? Int == 0 && $0["isJudged"] as? Bool == true })
            // No chip is written yet.
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
                #expect(try await station.web("GET", path, headers: phone).status == 401, "\(path)")
            }
            for path in ["/v1/sightings", "/v1/pairings", "/v1/walks", "/v1/tokens", "/v1/audits"] {
                let answer = try await station.web(
                    "POST", path, body: "{}", headers: phone + ["Sec-Fetch-Site: same-origin"])
                #expect(answer.status == 401, "\(path)")
            }
        }
    }

    @Test func `a plan is drawn by the station, the same for two people with its seed`() async throws {
        try await Self.run { station in
            let stores = ["cupertino", "san-francisco"]
            func drawn(_ name: String, _ more: [String]) async throws -> [String] {
                let phone = try await station.phone(name, stores: stores, more: more)
                let pack = try await station.web("GET", "/v1/walk/pack", headers: phone)
                let signs = try #require(pack.document["signs"] as? [[String: Any]], "\(pack)")
                return signs.compactMap { $0["tag"] as? String }.sorted()
            }
            let plan = ["--plan", "random", "--per-store", "3", "--seed", "11"]
            let first = try await drawn("anna", plan)
            #expect(first.filter { $0.hasPrefix("q-cu") }.count == 3 && first.count == 6)
            #expect(try await drawn("ben", plan) == first)
            // The seed that a draw has told draws the same again.
            let offer = try await station.waymark(
                ["phone", "pair", "emil", "--store", "cupertino", "--plan", "random", "--per-store", "3", "--json"])
            let seed = try #require(offer.document["seed"] as? Int, "\(offer)")
            let again = ["--plan", "random", "--per-store", "3", "--seed", "\(seed)"]
            #expect(try await drawn("fritz", again) == drawn("gerd", again))
            #expect(try await drawn("cleo", ["--plan", "longest", "--per-store", "2"]).count == 4)
            // Without a finding there is nothing to look at.
            let words = ["phone", "pair", "dora", "--store", "cupertino"]
            let none = try await station.waymark(words + ["--plan", "findings"], expecting: 1)
            #expect(none.errors.contains("a plan has 1 to 2000 tags, not 0"), "\(none)")
            let usage = try await station.waymark(words + ["--per-store", "3"], expecting: 64)
            #expect(usage.errors.contains("--plan is missing"))
            try await station.waymark("journal", "verify")
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

    @Test func `a note and a picture come with their scan, are shown to auditors, and go when they are forgotten`()
        async throws
    {
        try await Self.run { station in
            let phone = try await station.phone("anna", stores: ["cupertino"]) + ["Sec-Fetch-Site: same-origin"]
            let url = "https://fruta.example/store/cupertino?tag=q-cu-01"
            let time = Date.now.formatted(.iso8601)
            func send(_ remarks: [[String: Any]?], at time: String) async throws -> WebAnswer {
                let rows = remarks.map { remark in
                    var row: [String: Any] = [
                        "time": time, "url": url, "latitude": 37.323, "longitude": -122.0322, "accuracy": 12,
                    ]
                    row["remark"] = remark
                    return row
                }
                let body = try JSONSerialization.data(withJSONObject: ["sightings": rows])
                return try await station.web(
                    "POST", "/v1/walk/sightings", body: String(decoding: body, as: UTF8.self), headers: phone)
            }
            let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 9, 0, 9, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
            let picture = Data([0xFF, 0xD8] + frame + [7, 0xFF, 0xD9])
            let located = Data([0xFF, 0xD8, 0xFF, 0xE1, 0, 6] + Array("GPS.".utf8) + frame + [7, 0xFF, 0xD9])
            let remark: [String: Any] = ["note": "torn at the corner", "picture": picture.base64EncodedString()]
            #expect(try await send([remark], at: time).document["new"] as? Int == 1)
            #expect(try await send([remark, nil], at: time).document["new"] as? Int == 0)
            let entries = try await station.api.journal().filter { $0.kind == "sightings-imported" }.map(\.payload)
            #expect(entries.map { $0.contains(#""remarks":1"#) } == [true, false])
            #expect(!entries.contains { $0.contains("torn") })

            let reader = try await station.token("read", name: "reader")
            for query in ["", "?tag=q-cu-01"] {
                let listed = try await station.web("GET", "/v1/remarks\(query)", reader).document["remarks"]
                let remarks = try #require(listed as? [[String: Any]])
                #expect(remarks.map { $0["note"] as? String } == ["torn at the corner"])
                #expect(remarks.first?["pictureSize"] as? Int == picture.count)
            }
            let others = try await station.web("GET", "/v1/remarks?tag=q-cu-02", reader)
            #expect((others.document["remarks"] as? [Any])?.isEmpty == true, "\(others)")
            let file = try RawRequest.answer("GET", "/v1/remarks/1/picture", over: station.socket)
            #expect(Data(file) == picture)
            #expect(try await station.web("GET", "/v1/remarks", headers: phone).status == 401)
            #expect(try await station.web("GET", "/v1/remarks/1/picture", headers: phone).status == 401)
            #expect(try await station.web("GET", "/v1/remarks/2/picture", reader).code == "unknown-remark")

            // A bad remark does not keep its scan out.
            let later = Date.now.addingTimeInterval(-60).formatted(.iso8601)
            let bad = try await send(
                [
                    ["note": String(repeating: "a", count: 501)],
                    ["note": "x", "picture": located.base64EncodedString()], ["note": "x", "picture": "no base64"],
                ], at: later)
            let reasons = try #require(bad.document["remarksRefused"] as? [[String: Any]], "\(bad)")
            #expect(reasons.map { $0["row"] as? Int } == [0, 1, 2] && bad.document["new"] as? Int == 1)
            #expect((reasons[1]["reason"] as? String)?.contains("metadata") == true)

            let answer = try await station.waymark("sightings", "forget", "--device", "phone:anna", "--json")
            #expect(answer.document["remarks"] as? Int == 1 && answer.document["state"] as? String == "erased")
            #expect(try await station.web("GET", "/v1/remarks/1/picture", reader).code == "unknown-remark")
            #expect(try station.files(holding: [Data("torn at the corner".utf8)]) == [])
            // Nor may the phone bring it back: it erases what it has.
            let pack = try await station.web("GET", "/v1/walk/pack", headers: phone)
            #expect(pack.document["forgotten"] is String)
            let again = try await send([remark], at: time)
            let refused = try #require(again.document["refused"] as? [[String: Any]])
            #expect((refused.first?["reason"] as? String)?.contains("was forgotten") == true)
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
                "DELETE", "/v1/walk/session", headers: other + ["Sec-Fetch-Site: same-origin"])
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
            #expect(answer.status == 422 && answer.code == "out-of-range")
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
            let moved = cookie.replacing("walk-\(ports[0])", with: "walk-\(ports[1])")
            let pack = try await station.web("GET", "/v1/walk/pack", headers: [moved])
            #expect((pack.document["stores"] as? [Any])?.count == 2, "\(pack)")
            #expect(try await station.pair(offer.text).code == "bad-pairing")
        }
    }
}

extension TestStation {
    /// A code for a phone, as the console gets it.
    func offer(
        _ name: String, stores: [String], more: [String] = []
    ) async throws -> (text: String, symbol: [String]) {
        let words = ["phone", "pair", name] + stores.flatMap { ["--store", $0] } + more
        let offer = try await waymark(words + ["--json"]).document
        return (
            try #require(offer["text"] as? String), try #require(offer["symbol"] as? [String])
        )
    }

    /// Sends one row as the page does.
    func send(_ row: [String: Any], as phone: [String]) async throws -> WebAnswer {
        let body = try JSONSerialization.data(withJSONObject: ["sightings": [row]])
        return try await web(
            "POST", "/v1/walk/sightings", body: String(decoding: body, as: UTF8.self),
            headers: phone + ["Sec-Fetch-Site: same-origin"])
    }

    /// Uses a code up as the page does.
    func pair(_ text: String, more: [String] = []) async throws -> WebAnswer {
        let secret = text.split(separator: ":").last ?? ""
        return try await web(
            "POST", "/v1/walk/session", body: #"{"secret":"\#(secret)"}"#, headers: ["Sec-Fetch-Site: same-origin"],
            more: more)
    }

    /// A phone that is paired: the header with its cookie.
    func phone(_ name: String, stores: [String], more: [String] = []) async throws -> [String] {
        let paired = try await pair(try await offer(name, stores: stores, more: more).text)
        let cookie = try #require(paired.header("Set-Cookie")?.split(separator: ";").first, "\(paired)")
        return ["Cookie: \(cookie)"]
    }
}
