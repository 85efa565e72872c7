import Foundation
import TestBench
import Testing
import UnixSystem

/// A label is made twice only when somebody has said so, and the journal knows it.
@Suite(.timeLimit(.minutes(10))) struct ReprintTests {
    /// Runs `waymark` on a terminal of its own, with an answer typed.
    private static func answer(_ typed: String, _ station: TestStation, _ words: [String]) async throws -> String {
        let command = ([BuiltProgram.commandLine.path, "--socket", station.socket] + words)
            .map { "'\($0)'" }.joined(separator: " ")
        // script gives the program a terminal and types what comes on its own standard input.
        let ending = try await RunningProgram(
            path: "sh", ["-c", "printf '\(typed)\\n' | script -qec \"\(command)\" /dev/null"]
        ).wait()
        return ending.output
    }

    @Test(.needs(.script)) func `a person at a terminal is asked, and only yes prints`() async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            try await station.createBatch("spring", "t1,cupertino,door,qr,", "t2,cupertino,table,qr,")
            let pdf = station.folder["s.pdf"]
            let words = ["sheet", "spring", "--stock", "22805", "--output", pdf]
            #expect(try await station.start(words).wait().status == .exited(0))
            let before = try Data(contentsOf: URL(filePath: pdf))
            let refused = try await Self.answer("n", station, words)
            #expect(refused.contains("2 labels were printed before (t1, t2)"), "\(refused)")
            #expect(refused.contains("Print once more? [y/N]") && refused.contains("is not printed"))
            #expect(try Data(contentsOf: URL(filePath: pdf)) == before)
            let printed = try await Self.answer("y", station, words + ["--tag", "t2"])
            #expect(printed.contains("1 label was printed before (t2)"), "\(printed)")
            #expect(printed.contains("1 label on 1 page of 22805"), "\(printed)")
        }
    }

    @Test(.needs(.curl)) func `the journal tells which labels were made once more`() async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            try await station.createBatch("spring", "t1,cupertino,door,qr,", "t2,cupertino,table,qr,")
            let words = ["sheet", "spring", "--stock", "22805", "--output", station.folder["s.pdf"]]
            #expect(try await station.start(words).wait().status == .exited(0))
            let complaint = try await station.refuses(words + ["--tag", "t2"])
            #expect(complaint.reasons.joined().contains("tag t2 was printed before"))
            #expect(try await station.start(words + ["--tag", "t2", "--again"]).wait().status == .exited(0))
            let sheets = try await station.journal("sheet-made")
            #expect(sheets.map { $0["reprints"] as? [String] } == [nil, ["t2"]])
            let none = try await station.refuses(words + ["--tag", "t9"])
            #expect(none.message == "the label of tag t9 is not printed")
        }
    }

    @Test func `placements on one sheet have designs of their own`() async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            try await station.createBatch(
                "spring", "t1,cupertino,door,qr,", "t2,cupertino,table,qr,", "t3,cupertino,shelf,qr,")
            let sheet = try await station.waymark(
                "sheet", "spring", "--stock", "5164", "--output", station.folder["s.pdf"], "--design", "counter",
                "--design", "door=door", "--design", "table=table", "--json")
            let report = try #require(sheet.document["sheet"] as? [String: Any])
            let cells = try #require(report["cells"] as? [[String: Any]])
            #expect(cells.map { $0["design"] as? String } == ["door", "table", "counter"])
        }
    }
}
