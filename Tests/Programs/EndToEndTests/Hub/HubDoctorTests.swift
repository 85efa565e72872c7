import Foundation
import PostgreSQL
import TestBench
import Testing
import UnixSystem

/// What the doctors say of a hub and of a station that has joined it.
@Suite(
    .timeLimit(.minutes(10)),
    .enabled(if: PrivatePostgreSQL.canRun, "\(PrivatePostgreSQL.obstacle ?? "")"))
struct `The doctors of a hub and of its stations` {
    private func findings(_ ending: RunningProgram.Ending) throws -> [String: String] {
        #expect(ending.status == .exited(2), "\(ending)")
        let findings = try #require(ending.document["findings"] as? [[String: Any]])
        return Dictionary(
            findings.compactMap { finding in
                guard let code = finding["code"] as? String, let why = finding["why"] as? String else { return nil }
                return (code, why)
            }, uniquingKeysWith: { first, _ in first })
    }

    private func examine(_ hub: TestHub) async throws -> [String: String] {
        try findings(
            try await RunningProgram(.hub, ["doctor", "--json", "--configuration", hub.folder["hub.json"]]).wait())
    }

    private func examine(_ station: TestStation) async throws -> [String: String] {
        try findings(
            try await station.waymark(
                "doctor", "--json", "--registry", station.registry, "--credentials", station.credentials,
                expecting: 2))
    }

    @Test func `see what is wrong with the rounds, with the era and with the key`() async throws {
        try await TestHub.run { hub in
            try await hub.createBatch("spring", tags: 7)
            // The account of the tests is a superuser, and their server keeps no archive.
            #expect(try await Set(examine(hub).keys) == ["privileges-wide", "database-not-archived"])
            try await TestStation.run { station in
                #expect(try await examine(station)["sync-not-running"] == nil, "it is under no hub")
                try await hub.enrol(station, as: "berlin")
                #expect(try await examine(station)["sync-not-running"]?.contains("station berlin of http://") == true)

                try await station.waymark("station", "take", "spring", "5")
                try await station.sync(expecting: nil)
                let rounds = try RunningProgram(
                    .commandLine, ["station", "sync", "--interval", "1", "--credentials", station.credentials],
                    environment: ["WAYMARK_SOCKET": station.socket])
                let ofHub: Set = [
                    "credentials-open", "sync-not-running", "hub-rewrote", "hub-silent", "uploads-behind", "grant-low",
                ]
                let text = try await station.waymark(
                    "doctor", "--registry", station.registry, "--credentials", station.credentials, expecting: 2
                ).output
                #expect(text.contains("fine: station berlin of \(hub.url), last contact "), "\(text)")
                #expect(try await ofHub.isDisjoint(with: examine(station).keys))
                rounds.process.terminate()
                _ = await rounds.wait()

                let kept = station.credentials + ".log"
                let verified = try String(contentsOfFile: kept, encoding: .utf8)
                #expect(verified.contains("\"head\":"))
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: station.credentials)
                #expect(try await examine(station)["credentials-open"]?.contains("has mode 644") == true)
            }
            // As a second daemon would that has made a key of its own.
            try "\(UUID())".prefix(32).write(
                toFile: hub.folder["checkpoint.key"], atomically: false, encoding: .utf8)
            #expect(try await examine(hub)["checkpoint-key-other"] != nil)
            try await hub.waymark("hub", "restored", "--reason", "a test")
            let broken = try await examine(hub)
            #expect(broken["hub-unsettled"]?.contains("berlin") == true, "\(broken)")
            #expect(broken["hub-not-running"] == nil)
            hub.daemon.process.kill()
            _ = await hub.daemon.wait()
            #expect(try await examine(hub)["hub-not-running"] != nil)
            try await hub.killAndRestart()
        }
    }
}
