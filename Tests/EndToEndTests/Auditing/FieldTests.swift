import Foundation
import TestBench
import Testing
import UnixSystem

/// One walk, brought home in every form that auditors have.
@Suite(.timeLimit(.minutes(5))) struct FieldTests {
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

    @Test(.enabled(if: PicturePeers.areExpected, "there is no .venv: run Scripts/python-peers"))
    func `the walk gives the same finding in every format, on files and through the daemon`() async throws {
        let folder = try TemporaryFolder()
        let field = try FieldFiles()
        let expected = try await audit([FieldFiles.walk])
        let story = try story(expected)
        try #require(story.count == 1 && story[0].hasPrefix("swapped|critical|"))
        var forms = [
            // Named wrongly on purpose: the content tells.
            [try folder.write(field.jsonLines, to: "walk.csv")], [try folder.write(field.geoJSON, to: "walk.txt")],
            [try folder.write(field.gpx, to: "walk.gpx")], try await field.photographs(in: folder),
        ]
        for file in ["walk.csv", "walk.txt", "walk.gpx"] {
            let pack = "import gzip, sys; open(sys.argv[2], 'wb').write(gzip.compress(open(sys.argv[1], 'rb').read()))"
            _ = try await Witness.python.run(["-c", pack, folder[file], folder["\(file).gz"]])
            forms.append([folder["\(file).gz"]])
        }
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            // The registry knows more than the files: what it says of the walk is compared with itself.
            let known = try self.story(
                try await station.waymark("audit", "--json", "--sightings", FieldFiles.walk, expecting: 2))
            #expect(known.count == 1 && known[0].hasPrefix("swapped|critical|"))
            for form in forms {
                let files = try await audit(form)
                #expect(files.status == .exited(2) && files.errors.isEmpty, "\(form): \(files)")
                #expect(try self.story(files) == story, "\(form)")
                #expect((files.document["summary"] as? [String: Int])?["sightings"] == field.rows.count)
                let daemon = try await station.waymark(["audit", "--json", "--sightings"] + form, expecting: 2)
                #expect(try self.story(daemon) == known && daemon.errors.isEmpty, "\(form)")
            }
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
        #expect(twice.status == .exited(1) && twice.errors.hasPrefix("error: standard input is refused"))
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
