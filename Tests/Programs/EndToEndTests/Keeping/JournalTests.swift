import Foundation
import Glibc
import TestBench
import Testing

@Suite(.timeLimit(.minutes(10))) struct `The journal on the command line` {
    @Test func `is whole, and says so with the newest entry's digest`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            let point = try await newestPoint(station)
            try await station.createBatch("b", tags: 1)
            try await station.waymark("journal", "verify", "--expect", point)
        }
    }

    @Test func `tells an entry that was changed, by its number`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            await station.stopDaemon()
            try await tamper(station, with: "UPDATE journal SET payload = '{}' WHERE sequence = 2")
            try await station.startDaemon()
            let ending = try await station.waymark("journal", "verify", expecting: 2)
            #expect(ending.output.hasPrefix("the chain breaks at entry 3: "))
        }
    }

    @Test func `tells a change of its newest entry when an earlier check was kept`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            let point = try await newestPoint(station)
            await station.stopDaemon()
            try await tamper(
                station, with: "UPDATE journal SET payload = '{}' WHERE sequence = (SELECT max(sequence) FROM journal)")
            try await station.startDaemon()
            try await station.waymark("journal", "verify")
            let ending = try await station.waymark("journal", "verify", "--expect", point, expecting: 2)
            #expect(ending.output.contains("is not what it was: its digest is no longer"))
        }
    }

    @Test(.needs(.sqlite3)) func `tells a token that was put in by hand, and the station shows it by itself`()
        async throws
    {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            try await station.waymark("journal", "verify")
            await station.stopDaemon()
            try change(
                station,
                by:
                    "INSERT INTO tokens VALUES ('mallory', 'administer', 'd', '2026-11-21T00:00:00.000Z', NULL, 0, NULL, NULL)"
            )
            try await station.startDaemon()
            let ending = try await station.waymark("journal", "verify", expecting: 2)
            #expect(ending.output.hasPrefix("token mallory: no entry of the journal made it\n"))
            while try await !station.waymark("status", expecting: nil).output.contains("registry-altered") {
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(station.log.contains("token mallory"))
        }
    }

    @Test(.needs(.sqlite3)) func `tells a session that was put in by hand`() async throws {
        try await TestStation.run { station in
            try await station.waymark("token", "create", "--role", "administer", "--name", "tablet")
            await station.stopDaemon()
            try change(station, by: "INSERT INTO sessions VALUES ('d', 'tablet', '2036-11-21T00:00:00.000Z')")
            try await station.startDaemon()
            let ending = try await station.waymark("journal", "verify", expecting: 2)
            #expect(
                ending.output.hasPrefix("session of token tablet: no entry of the journal opened it, or it has ended\n")
            )
            #expect(!ending.output.contains("chain intact"))
        }
    }

    @Test(.needs(.sqlite3)) func `tells a store that was moved by hand, and a later import does not cover it up`()
        async throws
    {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            try await station.waymark("journal", "verify")
            await station.stopDaemon()
            try change(station, by: "UPDATE stores SET latitude = latitude + 1e-9")
            try await station.startDaemon()
            let ending = try await station.waymark("journal", "verify", expecting: 2)
            #expect(ending.output.hasPrefix("stores: they are not those of entry 1\n"), "\(ending)")
            // The same file once more puts the row right, and the journal keeps that it was not.
            try await station.createBatch("b", tags: 1)
            let later = try await station.waymark("journal", "verify", expecting: 2)
            #expect(
                later.output.hasPrefix("stores: they were changed beside the journal between entries 1 and "),
                "\(later)")
        }
    }

    @Test(.needs(.sqlite3)) func `of an earlier version says which rows it does not prove`() async throws {
        try await TestStation.run { station in
            await station.stopDaemon()
            for suffix in ["", "-wal", "-shm"] { unlink(station.registry + suffix) }
            let dump = Repository.path("Tests/Station/StorageTests/Fixtures/schema-12.sql")
            try change(station, by: ".read \(dump)")
            try await station.startDaemon()
            let ending = try await station.waymark("journal", "verify")
            #expect(ending.output.contains("chain intact"))
            #expect(
                ending.errors.contains("not proven: stores (3 rows, older than the journal's digests)"),
                "\(ending)")
            #expect(ending.errors.contains("not proven: tags of batch fruta-nfc (12 rows, "), "\(ending)")
            let unproven = try await station.waymark("journal", "verify", "--json").document["unproven"]
            let documents = (unproven as? [[String: Any]])?.compactMap { $0["documents"] as? String }
            #expect(
                documents == [
                    "stores", "experiences", "deployments", "batches", "tags of batch fruta-nfc",
                    "tags of batch fruta-qr",
                ])
        }
    }

    @Test(.needs(.sqlite3)) func `tells by the file beside a backup that its end was cut off`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            try await station.waymark("backup", station.folder["copy.sqlite"])
            try await station.waymark("journal", "verify", "--against", station.folder["copy.sqlite.newest"])
            await station.stopDaemon()
            try await tamper(station, with: "DELETE FROM journal WHERE sequence = (SELECT max(sequence) FROM journal)")
            try await station.startDaemon()
            let ending = try await station.waymark(
                "journal", "verify", "--against", station.folder["copy.sqlite.newest"], expecting: 2)
            #expect(ending.output.contains("is not what it was"))
        }
    }

    @Test func `tells a journal that was cut short`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            let point = try await newestPoint(station)
            await station.stopDaemon()
            try await tamper(
                station, with: "DELETE FROM journal WHERE sequence = (SELECT max(sequence) FROM journal)")
            try await station.startDaemon()
            try await station.waymark("journal", "verify", "--expect", point, expecting: 2)
        }
    }

    @Test func `is exported as one line an entry, each with its digest, which the next one bears`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            let lines = try await station.waymark("journal", "export").output.split(separator: "\n")
            let entries = try lines.map { try JSONDecoder().decode(Exported.self, from: Data($0.utf8)) }
            #expect(entries.map(\.sequence) == Array(1...Int64(entries.count)))
            #expect(entries.dropFirst().map(\.previous) == entries.dropLast().map(\.digest))
            let from = try await station.waymark("journal", "export", "--from", "3").output.split(separator: "\n")
            #expect(from == Array(lines.dropFirst(2)))
        }
    }

    @Test func `lists the newest entries last`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            let lines = try await station.waymark("journal", "list", "--last", "1").output.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.last?.contains("batch-created") == true)
        }
    }

    @Test func `lists the entries of a tag, a kind, a person and a time, with the payload as JSON`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 2)
            try await station.createBatch("b", tags: 1)
            func listed(_ options: String...) async throws -> [[String: Any]] {
                let ending = try await station.waymark(["journal", "list", "--json"] + options, expecting: 0)
                let entries = ending.document["entries"] as? [[String: Any]]
                return try #require(entries)
            }
            let created = try await listed("--kind", "batch-created")
            #expect(created.compactMap { ($0["particulars"] as? [String: Any])?["batch"] as? String } == ["a", "b"])
            let author = try #require(created[0]["author"] as? [String: Any])
            let actor = try #require(author["actor"] as? String)
            #expect(try await listed("--kind", "batch-created", "--by", actor).count == 2)
            #expect(try await listed("--kind", "batch-created", "--by", "a stranger").isEmpty)
            let time = try #require(created[1]["time"] as? String)
            #expect(try await listed("--since", time).last?["time"] as? String == time)
            #expect(try await listed("--kind", "batch-created", "--until", time).count < 2)
            #expect(try await listed("--tag", "unknown").isEmpty)
        }
    }

    private struct Exported: Decodable {
        let sequence: Int64
        let previous: String
        let digest: String
    }

    /// What a check prints for the next one: `N:DIGEST`.
    private func newestPoint(_ station: TestStation) async throws -> String {
        let output = try await station.waymark("journal", "verify").output
        let line = try #require(output.split(separator: "\n").last { $0.hasPrefix("newest: ") })
        return String(line.dropFirst("newest: ".count))
    }

    /// Somebody with the rights of the service's user and SQLite's own program.
    /// Changes the journal, which its triggers would refuse.
    private func tamper(_ station: TestStation, with statement: String) async throws {
        let names = ["journal_is_not_edited", "journal_is_not_shortened"]
        try change(station, by: names.map { "DROP TRIGGER \($0);" }.joined() + statement)
    }

    private func change(_ station: TestStation, by statements: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/sqlite3")
        process.arguments = [station.registry, statements]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
