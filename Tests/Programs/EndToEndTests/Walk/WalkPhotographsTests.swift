import Foundation
import TestBench
import Testing
import UnixSystem

/// Photographs that were taken with the phone's own camera, sent from the page of walks.
@Suite(
    .needs(.browser), .needs(.python),
    .needs(Witness(name: "openssl", package: "openssl")),
    .enabled(if: PicturePeers.areExpected, "there is no .venv: run Scripts/python-peers"), .timeLimit(.minutes(15)))
struct WalkPhotographsTests {
    @Test func `every code on them is kept as this phone's, and what holds none is said`() async throws {
        try await WalkStation.run(signs: ["https://fruta.example/store/cupertino?tag=q-cu-01"]) { walk in
            let (page, station) = (walk.page, walk.station)
            try await walk.pair("anna", stores: ["cupertino", "san-francisco"])
            let field = try FieldFiles(at: Date.now.formatted(.iso8601))
            let photographs = try await field.photographs(in: station.folder)
            let sky = station.folder["sky.jpg"]
            let made = try await RunningProgram(
                path: PicturePeers.python,
                ["-c", "import sys; from PIL import Image; Image.new('L', (400, 300), 255).save(sys.argv[1])", sky]
            ).wait()
            try #require(made.status == .exited(0), "\(made)")
            try await page.choose(photographs + [sky], in: "#photographs")
            try await page.until("document.querySelector('#photographs:not([disabled])')")
            let lines = try #require(
                try await page.run(
                    "[...document.querySelectorAll('#photographs ~ [role=status] li')].map((line) => line.textContent)")
                    as? [String])
            #expect(lines.count == photographs.count + 1, "\(lines)")
            #expect(lines.count { $0.hasSuffix("4 codes kept") } == photographs.count, "\(lines)")
            #expect(lines.last?.contains("has no position") == true, "\(lines)")
            let kept = try await station.journal("sightings-imported")
            #expect(kept.compactMap { $0["new"] as? Int }.reduce(0, +) == field.rows.count)
            #expect(kept.allSatisfy { $0["file"] as? String == "a walk with phone anna" })
            let audit = try await station.waymark("audit", "--json", expecting: 2)
            let findings = try #require(audit.document["findings"] as? [[String: Any]])
            #expect(findings.map { $0["code"] as? String } == ["swapped"])
            // What is forgotten of the phone is forgotten of its photographs.
            let forgotten = try await station.waymark("sightings", "forget", "--device", "phone:anna", "--json")
            #expect(forgotten.document["sightings"] as? Int == field.rows.count)
        }
    }
}
