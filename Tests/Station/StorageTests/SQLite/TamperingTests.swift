import Registry
import Storage
import TestBench
import Testing

/// Somebody with the `sqlite3` shell and the rights to use it on the file.
@Suite(.enabled(if: Command.sqlite.isExpected, "sqlite3 is not installed"))
struct `A journal that someone tampers with` {
    /// Ten entries.
    private func registry(in folder: TemporaryFolder) async throws -> SQLiteRegistry {
        let registry = try SQLiteRegistry(path: folder["r.sqlite"], now: Bench.clock())
        let author = Author(station: "bench-1", actor: "alice (uid 1000)")
        for number in 1...10 {
            try await registry.record(.chipRefused(try Samples.problem(nil, chip: UInt8(number))), by: author)
        }
        #expect(try await registry.verifyJournal() == JournalCheck(entries: 10, brokenAt: nil))
        return registry
    }

    private static let row = "'2026-11-21T00:00:00.000Z', 'bench-1', 'mallory', 'chip-refused', '{}', ''"

    @Test(
        arguments: [
            "UPDATE journal SET actor = 'bob' WHERE sequence = 4",
            "UPDATE journal SET payload = payload",
            "DELETE FROM journal WHERE sequence = 10",
            "DELETE FROM journal",
            "INSERT OR REPLACE INTO journal VALUES (10, \(row))",
            "INSERT INTO journal VALUES (0, \(row))",
            "INSERT INTO journal VALUES (12, \(row))",
            "REPLACE INTO journal SELECT * FROM journal WHERE sequence = 3",
        ])
    func `refuses it while its triggers are there`(sql: String) async throws {
        let folder = try TemporaryFolder()
        let registry = try await registry(in: folder)
        let before = try await registry.journal(from: 1, limit: 100)
        let outcome = try Command.sqlite.run([folder["r.sqlite"], sql])
        #expect(outcome.status != 0)
        #expect(outcome.complaint.contains("the journal is append-only"))
        #expect(try await registry.journal(from: 1, limit: 100) == before)
    }

    @Test(
        arguments: [
            // The entry after the one that was changed does not fit it any more.
            ("UPDATE journal SET payload = replace(payload, '04A1B2C3D4E504', '04A1B2C3D4E599') WHERE sequence = 4", 5),
            ("UPDATE journal SET time = '2026-11-20T00:30:03.000Z' WHERE sequence = 4", 5),
            ("UPDATE journal SET station = 'bench-2' WHERE sequence = 4", 5),
            ("UPDATE journal SET actor = 'bob (uid 1001)' WHERE sequence = 4", 5),
            ("UPDATE journal SET kind = 'write-confirmed' WHERE sequence = 4", 5),
            ("UPDATE journal SET payload = payload || ' ' WHERE sequence = 1", 2),
            ("UPDATE journal SET payload = '' WHERE sequence = 9", 10),
            // The entry itself.
            ("UPDATE journal SET previous = replace(previous, 'a', 'b') WHERE sequence = 4", 4),
            ("UPDATE journal SET previous = '' WHERE sequence = 1", 1),
            // Texts that are read as the same time or author, but were never written.
            ("UPDATE journal SET time = '2026-11-21T09:30:03.000+09:00' WHERE sequence = 4", 4),
            ("UPDATE journal SET actor = replace(actor, ' ', char(9)) WHERE sequence = 4", 4),
            ("UPDATE journal SET station = station || char(10) WHERE sequence = 10", 10),
            ("UPDATE journal SET time = 'yesterday' WHERE sequence = 10", 10),
            // Entries that are gone, moved or slipped in.
            ("DELETE FROM journal WHERE sequence = 1", 1),
            ("DELETE FROM journal WHERE sequence = 4", 4),
            ("DELETE FROM journal WHERE sequence BETWEEN 3 AND 8", 3),
            ("UPDATE journal SET sequence = 11 WHERE sequence = 10", 10),
            (
                """
                UPDATE journal SET sequence = -1 WHERE sequence = 4; UPDATE journal SET sequence = 4 WHERE sequence = 5;
                UPDATE journal SET sequence = 5 WHERE sequence = -1
                """, 4
            ),
            ("INSERT INTO journal VALUES (0, \(row))", 1),
            ("INSERT INTO journal VALUES (11, \(row))", 11),
        ] as [(String, Int64)])
    func `shows where, when its triggers were dropped`(sql: String, brokenAt: Int64) async throws {
        let folder = try TemporaryFolder()
        let registry = try await registry(in: folder)
        let drop = try Command.sqlite.run([
            folder["r.sqlite"],
            """
            DROP TRIGGER journal_grows_at_its_end; DROP TRIGGER journal_is_not_edited;
            DROP TRIGGER journal_is_not_shortened;
            """,
        ])
        #expect(drop.status == 0)
        let outcome = try Command.sqlite.run([folder["r.sqlite"], sql])
        #expect(outcome.status == 0, "\(outcome.complaint)")
        #expect(
            try await registry.verifyJournal() == JournalCheck(entries: brokenAt - 1, brokenAt: brokenAt))
        #expect(
            try await SQLiteRegistry(path: folder["r.sqlite"]).verifyJournal().brokenAt == brokenAt)
    }

    @Test func `does not hide it behind entries that follow`() async throws {
        let folder = try TemporaryFolder()
        let registry = try await registry(in: folder)
        _ = try Command.sqlite.run([
            folder["r.sqlite"],
            "DROP TRIGGER journal_is_not_edited; UPDATE journal SET actor = 'bob' WHERE sequence = 4",
        ])
        try await registry.record(
            .chipRefused(try Samples.problem(nil, chip: 11)), by: Author(station: "bench-1", actor: "alice"))
        #expect(try await registry.verifyJournal() == JournalCheck(entries: 4, brokenAt: 5))
    }
}
