import Foundation
import TestBench
import Testing
import UnixSystem

/// What the doctor of a station says whose rounds have another file than the package's unit.
@Suite(
    .timeLimit(.minutes(10)),
    .enabled(if: PrivatePostgreSQL.canRun, "\(PrivatePostgreSQL.obstacle ?? "")"))
struct `The doctor of a station` {
    @Test func `that is not given the file of its rounds names it, and does not advise to leave the hub`()
        async throws
    {
        try await TestHub.run { hub in
            try await TestStation.run { station in
                try await hub.enrol(station, as: "berlin")
                let command = ["doctor", "--json", "--registry", station.registry, "--credentials"]
                let rounds = try station.start([
                    "station", "sync", "--interval", "1", "--credentials", station.credentials,
                ])
                let report = try await station.waymark(command + [station.folder["not-there.json"]], expecting: nil)
                rounds.process.terminate()
                _ = await rounds.wait()
                let findings = try #require(report.document["findings"] as? [[String: Any]], "\(report)")
                #expect(!findings.contains { $0["code"] as? String == "sync-not-running" }, "\(report)")
                let notChecked = try #require(report.document["notChecked"] as? [String], "\(report)")
                // Rounds of other tests may run as well.
                let words = "the rounds with \(hub.url), which have another file: waymark doctor --credentials /"
                #expect(notChecked.contains { $0.hasPrefix(words) }, "\(report)")
            }
        }
    }
}
