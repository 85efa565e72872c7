import Foundation
import TestBench
import Testing

/// What the registry remembers of walks, and what becomes of findings.
@Suite(.timeLimit(.minutes(10))) struct HistoryTests {
    private static let fruta = Repository.path("tags/fruta")
    private static let mixedUp = "\(fruta)/walks/mixed-up-printouts.csv"

    private func findings(_ station: TestStation, _ words: String...) async throws -> [[String: Any]] {
        let ending = try await station.waymark(["finding", "list", "--json"] + words)
        return try #require(ending.document["findings"] as? [[String: Any]])
    }

    private func states(_ station: TestStation) async throws -> [String] {
        try await findings(
            station, "--state", "new", "--state", "still-there", "--state", "resolved", "--state", "accepted"
        ).map { "\($0["code"] ?? "") \($0["state"] ?? "")" }
    }

    /// The example's walk through the stores where every sign is right, `minutes` later than the mixed-up one.
    private func fixed(_ station: TestStation, _ name: String, minute: Int = 0) throws -> String {
        let time = "2026-11-20T09:\(String(format: "%02d", minute)):00Z"
        let rows = try Walk().text().split(separator: "\n", omittingEmptySubsequences: true).enumerated().map {
            number, row in
            number == 0 ? String(row) : "\(time)," + row.split(separator: ",", maxSplits: 1)[1]
        }
        return try station.folder.write(rows.joined(separator: "\n") + "\n", to: name)
    }

    @Test(.enabled(if: PicturePeers.areExpected, "there is no .venv: run Scripts/python-peers"), .needs(.heifEncoder))
    func `a second import of every form changes nothing, and a row in another form is the same row`() async throws {
        let folder = try TemporaryFolder()
        let field = try FieldFiles()
        let texts = try await field.texts(in: folder)
        let photographs = try await field.photographs(in: folder)
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            func new(_ files: [String]) async throws -> Int {
                let ending = try await station.waymark(["sightings", "import", "--json"] + files)
                let parts = try #require(ending.document["files"] as? [[String: Any]])
                #expect(parts.compactMap { $0["rows"] as? Int }.reduce(0, +) == field.rows.count)
                return parts.compactMap { $0["new"] as? Int }.reduce(0, +)
            }
            #expect(try await new([texts[0]]) == field.rows.count)
            for text in texts { #expect(try await new([text]) == 0, "\(text)") }
            // Photographs have their own times and positions, so they are other sightings.
            #expect(try await new(photographs) == field.rows.count)
            #expect(try await new(photographs) == 0)
            // Another form of the same scene is the same sighting.
            #expect(try await new(try await field.heic(photographs)) == 0)
            try await station.waymark("audit", expecting: 2)
            let before = try await findings(station)
            #expect(before.map { $0["code"] as? String } == ["swapped"])
            for form in texts.map({ [$0] }) + [photographs] { #expect(try await new(form) == 0) }
            try await station.waymark("audit", expecting: 0)
            #expect(try await states(station) == ["swapped new"])
        }
    }

    @Test func `what was imported is audited by the next audit of what is new, behind those of other files too`()
        async throws
    {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 2)
            func file(_ name: String, tag: String, latitude: Double) throws -> String {
                try station.folder.write(
                    """
                    time,url,uid,latitude,longitude,accuracy
                    2026-11-19T17:10:38Z,https://f.example/s/c?tag=\(tag),,\(latitude),-122.0322,5

                    """, to: name)
            }
            try await station.waymark("sightings", "import", try file("far.csv", tag: "a1", latitude: 37.5))
            try await station.waymark("audit", "--since", "2026-11-19T17:10:39Z", expecting: 0)
            let own = try file("own.csv", tag: "a2", latitude: 37.323)
            try await station.waymark("audit", "--sightings", own, expecting: nil)
            let audit = try await station.waymark("audit", "--json", expecting: 2)
            let codes = (audit.document["findings"] as? [[String: Any]])?.map { $0["code"] as? String }
            #expect(codes == ["misplaced"], "\(audit)")
            let nothing = try await station.waymark("audit", "--json", expecting: nil)
            #expect((nothing.document["summary"] as? [String: Any])?["sightings"] as? Int == 0, "\(nothing)")
        }
    }

    @Test func `a second import of a file is journalled and changes nothing`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            let answers = try station.folder.write(
                """
                time,url,outcome,device
                2026-11-19T17:10:38Z,https://fruta.example/store/cupertino?tag=q-cu-01,inRegion,5f1c
                2026-11-19T17:12:02Z,https://fruta.example/store/cupertino?tag=q-cu-02,notInRegion,77ab

                """, to: "answers.csv")
            let first = try await station.waymark("sightings", "import", Self.mixedUp)
            #expect(first.output == "24 sightings in \(Self.mixedUp), 24 of them new\n")
            #expect(
                try await station.waymark("confirmations", "import", answers).output
                    == "2 confirmations in \(answers), 2 of them new\n")
            try await station.waymark("audit", expecting: 2)
            let before = try await findings(station)
            #expect(before.map { $0["code"] as? String } == ["swapped"])

            let second = try await station.waymark("sightings", "import", Self.mixedUp)
            #expect(second.output == "24 sightings in \(Self.mixedUp), 0 of them new\n")
            #expect(
                try await station.waymark("confirmations", "import", answers).output
                    == "2 confirmations in \(answers), 0 of them new\n")
            // Nothing came in: nothing is found, and nothing is resolved either.
            try await station.waymark("audit", expecting: 0)
            #expect(try await states(station) == ["swapped new"])
            let entries = try await station.journal("sightings-imported")
            #expect(entries.map { $0["new"] as? Int } == [24, 0] && entries.map { $0["rows"] as? Int } == [24, 24])
            #expect(Set(entries.compactMap { $0["digest"] as? String }).count == 1)
            #expect(try await station.journal("confirmations-imported").count == 2)
        }
    }

    @Test func `an audit of everything says what an audit of every row says, with and without news`() async throws {
        try await TestStation.run { station in
            func report(_ words: String..., expecting status: Int32? = 2) async throws -> Data {
                let document = try await station.waymark(["audit", "--json"] + words, expecting: status).document
                return try JSONSerialization.data(
                    withJSONObject: [document["summary"], document["findings"]].compactMap(\.self), options: .sortedKeys
                )
            }
            try await station.waymark("deployment", "load", Self.fruta)
            try await station.waymark("sightings", "import", Self.mixedUp)
            let first = try await report("--all")
            #expect(try await report("--since", "2000-01-01") == first)
            #expect(try await report("--all") == first)
            await station.stopDaemon()
            try await station.startDaemon()
            #expect(try await report("--all") == first)
            // Later rows do not undo the earlier ones: both are judged.
            try await station.waymark("sightings", "import", fixed(station, "fixed.csv"))
            let news = try await report("--all", expecting: nil)
            #expect(news != first)
            #expect(try await report("--since", "2000-01-01", expecting: nil) == news)
        }
    }

    @Test func `a store that is fixed between two audits resolves its finding`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            try await station.waymark("audit", "--sightings", Self.mixedUp, expecting: 2)
            #expect(try await states(station) == ["swapped new"])
            let again = try await station.waymark("audit", "--sightings", Self.mixedUp, expecting: 2)
            #expect(again.output.contains("1 still-there; see: waymark finding list"))
            #expect(try await states(station) == ["swapped still-there"])
            try await station.waymark("audit", "--sightings", fixed(station, "fixed.csv"), expecting: 0)
            #expect(try await states(station) == ["swapped resolved"])
            #expect(try await findings(station).isEmpty)
            let shown = try await station.waymark("finding", "show", "1")
            #expect(shown.output.contains("finding   1, resolved") && shown.output.contains("resolved  20"))
        }
    }

    @Test func `an accepted finding stays accepted, over a restart, and does not count`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            try await station.waymark("audit", "--sightings", Self.mixedUp, expecting: 2)
            let accepted = try await station.waymark(
                "finding", "accept", "1", "--reason", "the shops swap names", "--by", "Zoë")
            #expect(accepted.output.contains("by Zoë") && accepted.output.contains("the shops swap names"))
            await station.stopDaemon()
            try await station.startDaemon()
            let audit = try await station.waymark("audit", "--sightings", Self.mixedUp, expecting: 0)
            #expect(audit.output.contains("1 finding is accepted and not listed."))
            #expect(try await states(station) == ["swapped accepted"])
            let entry = try #require(try await station.journal("finding-accepted").first)
            #expect(entry["reason"] as? String == "the shops swap names" && entry["person"] as? String == "Zoë")
            try await station.waymark("finding", "accept", "2", "--reason", "x", expecting: 1)
            try await station.waymark("finding", "show", "2", expecting: 1)
        }
    }

    @Test func `bad rows are named, the good ones kept, and a wrong header keeps nothing`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            let text = try Walk().text()
            let file = try station.folder.write(text + "yesterday,https://x.example,,1,2,3\n", to: "w.csv")
            let ending = try await station.waymark("sightings", "import", file, "--json", expecting: 3)
            #expect(ending.errors.contains("bad row: \(file):26") || ending.errors.contains("yesterday"))
            let part = try #require((ending.document["files"] as? [[String: Any]])?.first)
            #expect(part["rows"] as? Int == 24 && part["new"] as? Int == 24)
            let wrong = try station.folder.write("place,url\n", to: "wrong.csv")
            try await station.waymark("sightings", "import", wrong, expecting: 1)
            #expect(try await station.journal("sightings-imported").count == 1)
        }
    }

    @Test func `a file that cannot be taken keeps no other one out, and the answer names each`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            let good = try station.folder.write(try Walk().text(), to: "w.csv")
            let wrong = try station.folder.write("place,url\n", to: "wrong.csv")
            let absent = station.folder["absent.csv"]
            let ending = try await station.waymark(
                "sightings", "import", wrong, good, absent, "--json", expecting: 3)
            let parts = try #require(ending.document["files"] as? [[String: Any]], "\(ending)")
            #expect(parts.map { $0["file"] as? String } == [good] && parts.first?["new"] as? Int == 24)
            let failed = try #require(ending.document["failed"] as? [[String: Any]], "\(ending)")
            #expect(failed.map { $0["file"] as? String } == [wrong, absent])
            let reasons = failed.compactMap { ($0["error"] as? [String: Any])?["why"] as? String }
            #expect(reasons.count == 2 && reasons.last == "no such file or directory", "\(ending)")
            #expect(ending.errors.split(separator: "\n").count { $0.hasPrefix("{") } == 2, "\(ending)")

            let again = try await station.waymark("sightings", "import", good, wrong, expecting: 3)
            #expect(again.output.contains("24 sightings in \(good), 0 of them new"))
            #expect(again.errors.contains("not taken: \(wrong)\nerror: "), "\(again)")
            let none = try await station.waymark("sightings", "import", wrong, absent, expecting: 1)
            #expect(none.output.isEmpty && none.errors.components(separatedBy: "error: ").count == 3, "\(none)")
        }
    }
}
