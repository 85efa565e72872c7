import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// One walk, brought home in every form that auditors have.
@Suite(.timeLimit(.minutes(10))) struct FieldTests {
    private static let fruta = Repository.path("tags/fruta")
    static let onFiles = [
        "--stores", "\(fruta)/stores.csv", "--experiences", "\(fruta)/experiences.csv", "--template",
        TestStation.template,
    ]

    /// What the findings say, without figures that depend on the last digits of positions.
    private func story(_ ending: RunningProgram.Ending) throws -> [String] {
        let findings = try #require(ending.document["findings"] as? [[String: Any]], "\(ending)")
        return findings.map { finding in
            ["code", "severity", "stores", "tags", "message", "next"].map { "\(finding[$0] ?? "")" }
                .joined(separator: "|")
        }
    }

    private func audit(_ files: [String], _ more: String...) async throws -> RunningProgram.Ending {
        try await RunningProgram(
            .commandLine, ["audit"] + Self.onFiles + ["--json", "--sightings"] + files + more,
            environment: ["WAYMARK_SOCKET": "/nowhere"]
        ).wait()
    }

    @Test(
        .enabled(if: PicturePeers.areExpected, "there is no .venv: run Scripts/python-peers"), .needs(.gpsd, .gpspipe),
        .needs(.heifEncoder))
    func `the Fruta walk gives the same finding in every form, with photographs, and walked live with gpsd`()
        async throws
    {
        let folder = try TemporaryFolder()
        let field = try FieldFiles()
        let photographs = try await field.photographs(in: folder)
        let forms = try await field.texts(in: folder).map { [$0] } + [photographs, try await field.heic(photographs)]
        let onFiles = try story(try await audit([FieldFiles.walk]))
        try #require(onFiles.count == 1 && onFiles[0].hasPrefix("swapped|critical|"))
        var known: [String] = []
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            // The registry knows more than the files: what it says of the walk is compared with itself.
            known = try self.story(
                try await station.waymark("audit", "--json", "--sightings", FieldFiles.walk, expecting: 2))
            #expect(known.count == 1 && known[0].hasPrefix("swapped|critical|"))
            for form in forms {
                let files = try await audit(form)
                #expect(files.status == .exited(2) && files.errors.isEmpty, "\(form): \(files)")
                #expect(try self.story(files) == onFiles, "\(form)")
                #expect((files.document["summary"] as? [String: Int])?["sightings"] == field.rows.count)
                let daemon = try await station.waymark(["audit", "--json", "--sightings"] + form, expecting: 2)
                #expect(try self.story(daemon) == known && daemon.errors.isEmpty, "\(form)")
            }
        }
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            try await walkLive(station, field)
            let whole = try await station.waymark("audit", "--since", "2026-01-01", "--json", expecting: 2)
            #expect((whole.document["summary"] as? [String: Int])?["sightings"] == field.rows.count)
            // A reader reads tags where a camera reads codes.
            #expect(try story(whole) == known.map { $0.replacing("codes", with: "tags") })
        }
    }

    /// Goes from store to store with a reader and a receiver, and holds every tag to the reader.
    private func walkLive(_ station: TestStation, _ field: FieldFiles) async throws {
        let reader = try await station.addReader("bench")
        for (latitude, longitude) in [(37.3230, -122.0322), (37.7793, -122.4193), (37.4979, 127.0276)] {
            let gps = try FakeGPS(latitude: latitude, longitude: longitude)
            try await gps.ready()
            let walk = try LiveWalk(station, "--gpsd", gps.address)
            try await walk.next("begun")
            for (number, row) in zip(1..., field.rows) where row.isNear(latitude, longitude) {
                reader.antenna.insert(try ReaderEmulator.Type2Tag(numbered: number, holding: row.url))
                try await walk.next("tag")
                _ = reader.antenna.remove()
            }
            #expect(walk.tags.count == 8)
            _ = await walk.stop()
            await gps.stop()
        }
    }

    @Test func `several files, one of them standard input, are one walk`() async throws {
        let folder = try TemporaryFolder()
        let field = try FieldFiles()
        let lines = field.jsonLines.split(separator: "\n", omittingEmptySubsequences: true)
        try folder.write(lines.prefix(10).joined(separator: "\n"), to: "a.jsonl")
        try folder.write(lines.dropFirst(10).joined(separator: "\n"), to: "b.jsonl")
        let words = (["audit"] + Self.onFiles + ["--json", "--sightings", folder["a.jsonl"], "-"]).map { "'\($0)'" }
        let line = "cat '\(folder["b.jsonl"])' | '\(BuiltProgram.commandLine.path)' \(words.joined(separator: " "))"
        let ending = try await RunningProgram(path: "sh", ["-c", line]).wait()
        #expect(try story(ending) == story(try await audit([FieldFiles.walk])))
        let twice = try await audit(["-", "-"])
        #expect(twice.status == .exited(1) && Complaint(json: twice.errors)?.message == "standard input is refused")
    }

    @Test func `a sighting without an accuracy needs one to be told, and gpsd's circle is not a telephone's`()
        async throws
    {
        let folder = try TemporaryFolder()
        // 150 m beyond the edge: outside if the circle of 30 m holds 95 %, undecided if it holds 68 %.
        func line(_ more: String) -> String {
            "{\"time\":\"2026-11-19T17:10:38Z\",\"url\":\"https://fruta.example/store/cupertino?tag=q-cu-01\","
                + "\"latitude\":37.325426,\"longitude\":-122.0322\(more)}\n"
        }
        func verdict(_ text: String, _ more: String...) async throws -> [String: Int]? {
            let walk = try folder.write(text, to: "walk.jsonl")
            let words = ["audit"] + Self.onFiles + ["--json", "--sightings", walk] + more
            return try await RunningProgram(.commandLine, words).wait().document["summary"] as? [String: Int]
        }
        #expect(try await verdict(line(",\"accuracy\":30"))?["undecided"] == 1)
        #expect(try await verdict(line(",\"accuracy\":30,\"source\":\"gpsd\""))?["outside"] == 1)
        #expect(try await verdict(line(",\"accuracy\":30"), "--confidence", "95%")?["outside"] == 1)
        #expect(try await verdict(line(""), "--accuracy", "30")?["undecided"] == 1)
        #expect(try await verdict(line(""))?["sightings"] == 0)
    }
}
