import Foundation
import TestBench
import Testing

/// Changes that are asked for twice, edits of what somebody else has changed, and lists that come in pages.
@Suite(.timeLimit(.minutes(10)), .needs(.curl)) struct ChangeTests {
    private static func stores(_ count: Int, name: String = "Shop") -> String {
        "store,name,latitude,longitude,radius\n"
            + (1...count).map { "s\($0),\(name) \($0),37.\($0),-122,100\n" }.joined()
    }

    @Test func `a change that is asked for again under its key is answered again and not done again`() async throws {
        try await TestStation.run { station in
            let key = ["Idempotency-Key: 5c1b"]
            func ask(_ body: String, _ headers: [String] = key) async throws -> WebAnswer {
                try await station.ask("POST", "/v1/stores?file=a.csv", body: body, type: "text/csv", headers: headers)
            }
            let first = try await ask(Self.stores(2))
            #expect(first.status == 200)
            #expect(try await ask(Self.stores(2)).body == first.body)
            let other = try await ask(Self.stores(3))
            #expect(other.status == 422 && other.document["code"] as? String == "key-used-otherwise")
            // What is refused is kept like what is done.
            let bad = try await ask("x", ["Idempotency-Key: 5c1c"])
            #expect(bad.status == 422)
            #expect(try await ask("x", ["Idempotency-Key: 5c1c"]).body == bad.body)
            await station.killDaemon()
            try await station.startDaemon()
            #expect(try await ask(Self.stores(2)).body == first.body, "a crash does not lose it")
            #expect(try await station.journal("stores-imported").count == 1)
        }
    }

    @Test func `a file that comes piece by piece is one change, too`() async throws {
        try await TestStation.run { station in
            let rows = "time,url,uid,latitude,longitude,accuracy\n2026-01-02T03:04:05Z,https://a.example/1,,1,2,5\n"
            func ask(_ body: String) async throws -> WebAnswer {
                try await station.ask(
                    "POST", "/v1/sightings", body: body, type: "text/csv", headers: ["Idempotency-Key: up"])
            }
            let first = try await ask(rows)
            #expect(first.document["new"] as? Int == 1, "\(first)")
            #expect(try await ask(rows).body == first.body)
            #expect(try await ask(rows + rows.split(separator: "\n")[1]).status == 422)
            #expect(try await station.journal("sightings-imported").count == 1)
        }
    }

    @Test func `a token is not shown twice`() async throws {
        try await TestStation.run { station in
            func ask() async throws -> WebAnswer {
                try await station.ask(
                    "POST", "/v1/tokens", body: #"{"role":"read"}"#, headers: ["Idempotency-Key: t"])
            }
            let first = try await ask()
            let again = try await ask()
            #expect(first.status == 201 && again.status == 409)
            #expect(again.document["code"] as? String == "shown-once")
        }
    }

    @Test func `an edit is refused when somebody else has changed the thing`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 2)
            let seen = try await station.ask("GET", "/v1/batches/a")
            let tag = try #require(seen.header("ETag"))
            func ask(_ action: String, _ tag: String) async throws -> WebAnswer {
                try await station.ask(
                    "POST", "/v1/batches/a/\(action)", body: "{}", headers: ["If-Match: \(tag)"])
            }
            let same = try await station.ask("GET", "/v1/batches/a", headers: ["If-None-Match: \(tag)"])
            #expect(same.status == 304 && same.body.isEmpty)
            #expect(try await ask("pause", tag).status == 200)
            let late = try await ask("resume", tag)
            #expect(late.status == 412 && late.document["code"] as? String == "changed-meanwhile")
            let batch = try await station.ask("GET", "/v1/batches/a").document["batch"] as? [String: Any]
            #expect(batch?["isPaused"] as? Bool == true)
            let now = try #require(try await station.ask("GET", "/v1/batches/a").header("ETag"))
            #expect(try await ask("resume", "\"other\", \(now)").status == 200)
            #expect(try await ask("pause", "*").status == 200)
        }
    }

    @Test func `a list comes page by page, each thing once`() async throws {
        try await TestStation.run { station in
            _ = try await station.ask("POST", "/v1/stores", body: Self.stores(25), type: "text/csv")
            var seen: [String] = []
            var cursor: String?
            repeat {
                let page = try await station.ask(
                    "GET", "/v1/stores?limit=10" + (cursor.map { "&cursor=\($0.replacing("=", with: "%3D"))" } ?? ""))
                let stores = try #require(page.document["stores"] as? [[String: Any]], "\(page)")
                #expect(stores.count <= 10)
                seen += stores.compactMap { $0["id"] as? String }
                cursor = page.document["next"] as? String
            } while cursor != nil
            #expect(seen == (1...25).map { "s\($0)" }.sorted())
            let some = try await station.ask("GET", "/v1/stores?q=SHOP%202").document["stores"] as? [[String: Any]]
            #expect(some?.compactMap { $0["id"] as? String } == ["s2", "s20", "s21", "s22", "s23", "s24", "s25"])
            let none = try await station.ask("GET", "/v1/stores?q=%25").document["stores"] as? [[String: Any]]
            #expect(none?.isEmpty == true, "a percent sign is a percent sign")
        }
    }
}
