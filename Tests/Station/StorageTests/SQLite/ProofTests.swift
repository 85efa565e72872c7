import Foundation
import Registry
import Storage
import TestBench
import Testing

/// Rows that were put in or changed beside the program, while the journal's chain is whole.
@Suite(.enabled(if: Command.sqlite.isExpected, "sqlite3 is not installed"))
struct `A registry against its journal` {
    private let author = Author(station: "bench-1", actor: "alice (uid 1000)")

    /// A store, tags in every state, two tokens of which one is revoked, and a reader.
    private func registry(_ path: String) async throws -> SQLiteRegistry {
        let registry = try SQLiteRegistry(path: path, now: Bench.clock())
        let token = { AccessToken(name: try name($0), role: .read, expires: nil) }
        let events =
            try Samples.written() + [
                .writeIntended(Samples.write("t-2", chip: 2)), .writeConfirmed(Samples.write("t-2", chip: 2)),
                .tagReplaced(Samples.release("t-2", chip: 2)), .tagRetired(Samples.release("t-3")),
                .sheetMade(Samples.sheet(["q-1", "q-2"])), .sheetMade(Samples.sheet(["q-2"])),
                .batchRevised(Samples.batch("opening", ["t-1"])),
                .readerAdded(ReaderRecord(name: name("till"), connection: "usb:1-1")),
                .readerAdded(ReaderRecord(name: name("bench"), connection: "usb:1-2")),
                .readerRemoved(ReaderRecord(name: name("bench"), connection: "usb:1-2")),
                .tokenCreated(token("tablet"), digest: "d1"), .tokenCreated(token("old"), digest: "d2"),
                .tokenRevoked(token("old")),
            ]
        for event in events { try await registry.record(event, by: author) }
        return registry
    }

    @Test func `is accounted for`() async throws {
        let folder = try TemporaryFolder()
        let registry = try await registry(folder["r.sqlite"])
        #expect(try await registry.proveTables().deviations == [])
        let found = try await registry.inspect()
        #expect(found.damage == nil && found.deviations == [])
    }

    /// A token that was put in by hand gave every right, and nothing reported it.
    @Test(
        arguments: [
            (
                "INSERT INTO tokens VALUES ('mallory', 'administer', 'd3', '2026-11-21T00:00:00.000Z', NULL, 0)",
                "token mallory"
            ),
            ("UPDATE tokens SET role = 'administer'", "token tablet"),
            ("UPDATE tokens SET digest = 'd3'", "token tablet"),
            ("DELETE FROM tokens", "token tablet"),
            ("UPDATE tags SET uid = '04A1B2C3D4E599' WHERE id = 't-1'", "tag t-1"),
            ("UPDATE tags SET written_url = 'https://evil.example/' WHERE id = 't-1'", "tag t-1"),
            ("UPDATE tags SET state = 'written', uid = '04A1B2C3D4E599' WHERE id = 't-2'", "tag t-2"),
            ("UPDATE tags SET state = 'planned' WHERE id = 't-3'", "tag t-3"),
            ("UPDATE tags SET prints = 1 WHERE id = 'q-2'", "tag q-2"),
            ("UPDATE tags SET protection = 'lock' WHERE id = 't-1'", "tag t-1"),
            ("DELETE FROM tags WHERE id = 't-1'", "tag t-1"),
            ("UPDATE readers SET connection = 'tcp:evil'", "reader till"),
        ])
    func `says which row it does not account for`(sql: String, subject: String) async throws {
        let folder = try TemporaryFolder()
        let registry = try await registry(folder["r.sqlite"])
        #expect(try Command.sqlite.run([folder["r.sqlite"], sql]).status == 0)
        let check = try await registry.proveTables()
        #expect(check.brokenAt == nil && check.deviations?.map(\.subject) == [subject])
        #expect(try await registry.inspect().deviations.map(\.subject) == [subject])
    }

    @Test(arguments: ["schema-5", "schema-11", "schema-12"])
    func `of an earlier release is accounted for`(fixture: String) async throws {
        let folder = try TemporaryFolder()
        let dump = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/\(fixture).sql").path
        #expect(try Command.sqlite.run([folder["r.sqlite"], ".read \(dump)"]).status == 0)
        let registry = try SQLiteRegistry(path: folder["r.sqlite"])
        #expect(try await registry.proveTables().deviations == [])
    }
}
