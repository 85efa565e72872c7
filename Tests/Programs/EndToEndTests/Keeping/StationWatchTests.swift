import Foundation
import TestBench
import Testing

/// `waymark watch` of a station: what its daemon answers, and how its backups went.
@Suite(.timeLimit(.minutes(10))) struct StationWatchTests {
    private func watch(
        _ station: TestStation, expecting status: Int32
    ) async throws -> [String: [String]] {
        let document = try await station.waymark(
            "watch", "--json", "--state", station.folder["watch"], "--backup-note", station.folder["backup.json"],
            "--skip", "sites", expecting: status
        ).document
        var codes: [String: [String]] = [:]
        for name in ["new", "gone", "still"] {
            codes[name] = (document[name] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }.sorted()
        }
        codes["notChecked"] = (document["notChecked"] as? [[String: Any]] ?? []).compactMap {
            ($0["part"] as? [String: Any])?["kind"] as? String
        }.sorted()
        return codes
    }

    @Test func `a reader that goes, a backup that fails and a daemon that stops are noticed, each as what it is`()
        async throws
    {
        try await TestStation.run { station in
            _ = try await station.addReader("bench")
            let first = try await watch(station, expecting: 2)
            #expect(first["new"] == ["backup-none"])
            let copy = station.folder["copy.sqlite"]
            try await station.waymark("backup", copy, "--note", station.folder["backup.json"])
            try await station.waymark("reader", "remove", "bench")
            let second = try await watch(station, expecting: 2)
            #expect(second["gone"] == ["backup-none"] && second["new"] == ["reader-missing"])
            // The copy is there already: a backup that fails.
            try await station.waymark("backup", copy, "--note", station.folder["backup.json"], expecting: 1)
            let third = try await watch(station, expecting: 2)
            #expect(third["new"] == ["backup-failed"] && third["still"] == ["reader-missing"])
            await station.stopDaemon()
            let fourth = try await watch(station, expecting: 3)
            #expect(fourth["gone"] == [] && fourth["new"] == [] && fourth["still"] == ["backup-failed"])
            #expect(fourth["notChecked"] == ["batches", "check", "findings", "readers", "states"])
            try await station.startDaemon()
            let fifth = try await watch(station, expecting: 2)
            #expect(fifth["still"] == ["backup-failed", "reader-missing"] && fifth["notChecked"] == [])
        }
    }
}
