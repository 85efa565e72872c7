import Foundation
import TestBench
import Testing

/// Audits of files that are imported for them: the one way in.
@Suite(.timeLimit(.minutes(10))) struct AuditDraftTests {
    private static let fruta = Repository.path("tags/fruta")
    private static let mixedUp = "\(fruta)/walks/mixed-up-printouts.csv"

    private func sightings(_ ending: RunningProgram.Ending) throws -> Int {
        let summary = try #require(ending.document["summary"] as? [String: Any], "\(ending)")
        return try #require(summary["sightings"] as? Int)
    }

    /// 70 MB: more than any request may hold. Its rows are few, because their URLs are long; longer than Apple opens.
    @Test func `a walk larger than a request is audited`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            let count = 18_000
            let url = "https://fruta.example/store/cupertino?tag=q-cu-01&note=\(String(repeating: "n", count: 3_900))"
            var text = "time,url,uid,latitude,longitude,accuracy\n"
            for number in 0..<count {
                let time = String(
                    format: "2026-11-%02dT%02d:%02d:00Z", 1 + number / 1_440, number / 60 % 24, number % 60)
                text += "\(time),\(url),,37.3230,-122.0322,9\n"
            }
            #expect(text.utf8.count > 64 << 20)
            let file = try station.folder.write(text, to: "long.csv")
            #expect(
                try sightings(try await station.waymark("audit", "--sightings", file, "--json", expecting: 2)) == count)
        }
    }

    @Test func `a walk that is known is audited again, and nothing of it is new`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            for new in [24, 0] {
                let ending = try await station.waymark("audit", "--sightings", Self.mixedUp, "--json", expecting: 2)
                #expect(try sightings(ending) == 24)
                #expect(try await station.journal("sightings-imported").last?["new"] as? Int == new)
            }
        }
    }

    @Test func `several files are one audit, and bad rows of each are named`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            let rows = try String(contentsOfFile: Self.mixedUp, encoding: .utf8).split(separator: "\n")
            let parts = [rows[1...12], rows[13...]].enumerated().map { number, part in
                (
                    "part-\(number).csv",
                    ([rows[0]] + part + ["yesterday,https://x.example,,1,2,3"]).joined(separator: "\n")
                )
            }
            let files = try parts.map { try station.folder.write($0.1 + "\n", to: $0.0) }
            let ending = try await station.waymark(
                ["audit", "--json"] + files.flatMap { ["--sightings", $0] }, expecting: 3)
            #expect(try sightings(ending) == 24)
            let found = try #require(ending.document["findings"] as? [[String: Any]])
            #expect(found.map { $0["code"] as? String } == ["swapped"])
            for file in files { #expect(ending.errors.contains("\(file):"), "\(ending.errors)") }
        }
    }

    @Test func `what is wrong with the question is said before a file is kept`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            let ending = try await station.waymark(
                "audit", "--sightings", Self.mixedUp, "--batch", "nobody", expecting: 1)
            #expect(ending.errors.contains("nobody"))
            #expect(try await station.journal("sightings-imported").isEmpty)
        }
    }

    @Test(.needs(.curl)) func `an audit that has ended takes nothing more`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            let begun = try await station.ask(
                "POST", "/v1/audits/drafts", body: #"{"listsTags":false,"wantsMap":false}"#)
            let id = try #require(begun.document["id"] as? Int, "\(begun)")
            let end = try await station.ask("POST", "/v1/audits/drafts/\(id)/end", body: "{}")
            #expect(end.status == 200 && end.document["report"] is [String: Any], "\(end)")
            let again = try await station.ask("POST", "/v1/audits/drafts/\(id)/end", body: "{}")
            #expect(again.status == 404 && again.body.contains("unknown-draft"), "\(again)")
        }
    }
}
