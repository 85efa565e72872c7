import Foundation
import TestBench
import Testing

/// The token of an app's back end: it hands in what customers' phones answered, and can do nothing else.
@Suite(.timeLimit(.minutes(10)), .needs(.curl)) struct ConfirmationSenderTests {
    private static let rows = """
        time,url,outcome,device
        2026-11-20T10:00:00Z,https://fruta.example/store/1,inRegion,phone-1
        2026-11-20T10:01:00Z,https://fruta.example/store/1,notInRegion,phone-2

        """

    @Test func `it hands in files again and again, and each row is kept once`() async throws {
        try await TestStation.run(options: TestStation.listening) { station in
            let secret = try await station.token("confirm", name: "app")
            for new in [2, 0] {
                let answer = try await station.web(
                    "POST", "/v1/confirmations", secret, body: Self.rows, type: "text/csv")
                #expect(answer.status == 200 && answer.document["new"] as? Int == new, "\(answer)")
                #expect(answer.document["import"] == nil)
            }
            #expect(try await station.api.journal().map(\.kind) == ["token-created"])
            // The daemon's end journals what came; what was answered for is in the registry whatever happens.
            await station.stopDaemon()
            try await station.startDaemon()
            let entries = try await station.api.journal()
            #expect(entries.map(\.kind) == ["token-created", "confirmations-imported"])
            #expect(
                entries.last?.payload
                    == #"{"badRows":0,"file":"confirmations of token:app","isComplete":true,"kind":"confirmations","#
                    + #""new":2,"number":1,"rows":4}"#)
        }
    }

    @Test func `a tag that hangs elsewhere is found when nothing but customers' phones sees it`() async throws {
        try await TestStation.run(options: TestStation.listening) { station in
            try await station.waymark("deployment", "load", Repository.path("tags/brightegg"))
            let secret = try await station.token("confirm", name: "app")
            func answers(_ tag: Int, _ outcome: String, phones: Range<Int>) async throws {
                for phone in phones {
                    let row =
                        "2026-11-20T10:\(10 + phone):00Z,https://brighteggcafe.example/store/cupertino?tag=\(tag),"
                    let answer = try await station.web(
                        "POST", "/v1/confirmations", secret,
                        body: "time,url,outcome,device\n\(row)\(outcome),p-\(phone)\n",
                        type: "text/csv")
                    #expect(answer.document["new"] as? Int == 1, "\(answer)")
                }
            }
            func suspected() async throws -> [String] {
                try await station.waymark("audit", expecting: nil)
                let list = try await station.waymark("finding", "list", "--json").document["findings"]
                return try #require(list as? [[String: Any]]).flatMap { finding in
                    (finding["tags"] as? [String] ?? []).map { "\(finding["code"] ?? "") \($0)" }
                }
            }
            try await answers(101, "inRegion", phones: 0..<10)
            try await answers(102, "notInRegion", phones: 0..<1)
            #expect(try await suspected() == [])
            try await answers(102, "notInRegion", phones: 1..<2)
            #expect(try await suspected() == ["customer-refused 102"])
        }
    }

    @Test func `what it has handed in survives the daemon's death, and is journalled by the next one`() async throws {
        try await TestStation.run(options: TestStation.listening) { station in
            let secret = try await station.token("confirm", name: "app")
            _ = try await station.web("POST", "/v1/confirmations", secret, body: Self.rows, type: "text/csv")
            await station.killDaemon()
            try await station.startDaemon()
            let entry = try #require(try await station.api.journal().last)
            #expect(entry.kind == "confirmations-imported" && entry.payload.contains(#""new":2"#), "\(entry)")
            let again = try await station.web("POST", "/v1/confirmations", secret, body: Self.rows, type: "text/csv")
            #expect(again.document["new"] as? Int == 0, "\(again)")
        }
    }

    @Test func `it cannot join what others do, look, or sign in`() async throws {
        try await TestStation.run(options: TestStation.listening) { station in
            let secret = try await station.token("confirm", name: "app")
            let bench = try await station.token("provision", name: "bench")
            let open = try await station.web(
                "POST", "/v1/confirmations?more=true", bench, body: Self.rows, type: "text/csv")
            let id = try #require(open.document["import"] as? Int)
            for query in ["import=\(id)", "import=\(id)&more=true", "audit=1", "more=true", "file=a.csv"] {
                let answer = try await station.web(
                    "POST", "/v1/confirmations?\(query)", secret, body: Self.rows, type: "text/csv")
                #expect(answer.status == 400 && answer.code == "bad-request", "\(query): \(answer)")
            }
            #expect(try await station.web("GET", "/v1/stores", secret).code == "forbidden")
            let sightings = try await station.web("POST", "/v1/sightings", secret, body: "time,url\n", type: "text/csv")
            #expect(sightings.code == "forbidden")
            let login = try await station.web("POST", "/v1/session", body: #"{"secret":"\#(secret)"}"#)
            #expect(login.status == 403 && login.code == "programs-token" && login.header("Set-Cookie") == nil)
        }
    }
}
