import Foundation
import TestBench
import Testing

/// What installers' phones note of the tags that they put up, as clients on the network.
@Suite(.needs(.curl), .timeLimit(.minutes(10))) struct InstallerTests {
    private func row(_ tag: String, latitude: Double = 37.323, store: String = "cupertino", time: String) -> [String:
        Any]
    {
        [
            "time": time, "url": "https://fruta.example/store/\(store)?tag=\(tag)", "latitude": latitude,
            "longitude": -122.0322, "accuracy": 8, "commissions": tag,
        ]
    }

    private func refusal(_ answer: WebAnswer) throws -> String? {
        let refused = try #require(answer.document["commissioningsRefused"] as? [[String: Any]], "\(answer)")
        return refused.first?["reason"] as? String
    }

    @Test func `two installers note positions side by side, each once, and the rest is a list`() async throws {
        try await TestStation.run(options: TestStation.listening) { station in
            try await station.waymark("deployment", "load", Repository.path("tags/fruta"))
            let ben = try await station.phone("ben", stores: ["cupertino"], more: ["--install"])
            let ida = try await station.phone("ida", stores: ["cupertino"], more: ["--install"])
            let anna = try await station.phone("anna", stores: ["cupertino"])
            let now = Date.now.formatted(.iso8601)
            func open() async throws -> [String] {
                let list = try await station.waymark(
                    "tag", "list", "--store", "cupertino", "--not-commissioned", "--json")
                let tags = try #require(list.document["tags"] as? [[String: Any]])
                return tags.compactMap { $0["id"] as? String }
            }
            let before = try await open()
            #expect(before.contains("q-cu-01") && before.contains("q-cu-02"))
            for phone in [ben, ben] {
                let answer = try await station.send(row("q-cu-01", time: now), as: phone)
                #expect(try refusal(answer) == nil)
            }
            #expect(try refusal(try await station.send(row("q-cu-02", time: now), as: ida)) == nil)
            // The position that was noted first stays.
            let second = try await station.send(row("q-cu-01", latitude: 37.3231, time: now), as: ida)
            #expect(second.document["new"] as? Int == 1)
            #expect(try refusal(second)?.contains("its position was noted at") == true)
            #expect(try await open() == before.filter { !["q-cu-01", "q-cu-02"].contains($0) })
            let entries = try await station.api.journal().filter { $0.kind == "tag-commissioned" }
            #expect(entries.map { $0["tag"] } == ["q-cu-01", "q-cu-02"])
            let shown = try await station.waymark("tag", "show", "q-cu-01").output
            #expect(shown.contains("put up") && shown.contains("± 8.0 m"))
            let pack = try await station.web("GET", "/v1/walk/pack", headers: ida)
            let signs = try #require(pack.document["signs"] as? [[String: Any]])
            let up = signs.filter { $0["isCommissioned"] as? Bool == true }.compactMap { $0["tag"] as? String }
            #expect(up == ["q-cu-01", "q-cu-02"] && pack.document["task"] as? String == "install")

            // Neither an auditor's phone, nor for a tag of another store, nor by another sign's code.
            let audit = try await station.send(row("q-cu-03", time: now), as: anna)
            #expect(try refusal(audit)?.contains("paired to audit") == true)
            let foreign = try await station.send(row("q-sf-01", store: "san-francisco", time: now), as: ben)
            #expect(try refusal(foreign)?.contains("no store of this walk") == true)
            var other = row("q-cu-03", time: now)
            other["url"] = "https://fruta.example/store/cupertino?tag=q-cu-04"
            #expect(try refusal(try await station.send(other, as: ben))?.contains("not that of tag") == true)
            #expect(try await open().contains("q-cu-03"))
            #expect(try await station.waymark("phone", "list").output.contains("install"))
            try await station.waymark("journal", "verify")
        }
    }
}
