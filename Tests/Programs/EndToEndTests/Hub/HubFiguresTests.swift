import Foundation
import PostgreSQL
import TestBench
import Testing
import UnixSystem

/// What a hub tells Prometheus, over its address with a token as a scrape comes.
@Suite(
    .timeLimit(.minutes(10)),
    .enabled(if: PrivatePostgreSQL.canRun, "\(PrivatePostgreSQL.obstacle ?? "")"))
struct `The figures of a running hub` {
    private static let python = Repository.path(".venv/bin/python")
    private static let hasPeers =
        FileManager.default.fileExists(atPath: python) || ProcessInfo.processInfo.environment["CI"] != nil

    private func scrape(_ hub: TestHub, _ secret: String) async throws -> [String: Double] {
        let text = try await Witness.curl.run([
            "--silent", "--show-error", "--fail", "--noproxy", "*", "--max-time", "5", "--header",
            "Authorization: Bearer \(secret)", hub.url + "/metrics",
        ]).output
        let file = try hub.folder.write(text, to: "metrics.txt")
        let parsed = try await RunningProgram(
            path: Self.python, [Repository.path("Tests/Programs/EndToEndTests/Keeping/Peers/read_metrics.py"), file]
        ).wait()
        #expect(parsed.status == .exited(0), "\(parsed)")
        return parsed.document.compactMapValues { $0 as? Double }
    }

    /// Scrapes until a figure is this.
    private func scrapeUntil(
        _ figure: String, _ value: Double, _ hub: TestHub, _ secret: String
    ) async throws -> [String: Double] {
        var figures = try await scrape(hub, secret)
        while figures[figure] != value {
            try await Task.sleep(for: .milliseconds(500))
            figures = try await scrape(hub, secret)
        }
        return figures
    }

    @Test(.enabled(if: hasPeers, "there is no .venv: run Scripts/python-peers"))
    func `are read by Prometheus' own parser, also without the database, and count a copied station`() async throws {
        try await TestHub.run { hub in
            try await hub.createBatch("spring", tags: 3)
            let secret = String(try await hub.waymark("token", "create", "--role", "read").output.dropLast())
            try await TestStation.run { station in
                try await hub.enrol(station, as: "berlin")
                try await station.sync()
                let figures = try await scrapeUntil("waymark_hub_stations{state=heard}", 1, hub, secret)
                #expect(figures["waymark_hub_database_up{}"] == 1)
                #expect((figures["waymark_journal_entries{}"] ?? 0) >= 3)
                #expect(figures["waymark_api_problems_total{code=other-machine}"] == 0)
                #expect(!figures.keys.contains { $0.hasPrefix("waymark_registry_bytes") }, "it has no such file")

                try hub.owner().change("UPDATE stations SET fingerprint = 'another'")
                try await station.sync(expecting: 1)
                #expect(try await scrape(hub, secret)["waymark_api_problems_total{code=other-machine}"] == 1)
            }
            let known = try await scrape(hub, secret)
            try await hub.withoutDatabase {
                let figures = try await scrapeUntil("waymark_hub_database_up{}", 0, hub, secret)
                #expect(figures["waymark_hub_stations{state=heard}"] == 1)
                #expect(figures["waymark_journal_entries{}"] == known["waymark_journal_entries{}"])
                #expect(hub.daemon.errors.text.contains("the database does not answer"))
            }
            _ = try await scrapeUntil("waymark_hub_database_up{}", 1, hub, secret)
            #expect(await hub.daemon.errors.comes("the database answers again"))
        }
    }
}
