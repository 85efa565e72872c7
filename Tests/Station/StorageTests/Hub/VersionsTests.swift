import Doctor
import Faults
import Foundation
import HubStorage
import PostgreSQL
import Registry
import TestBench
import Testing

/// Versions of the hub on one database, side by side through a migration.
@Suite(.needsPostgreSQL) struct `Versions of a hub` {
    private typealias Step = HubSchema.Step

    private let author = Author(station: "office", actor: "ada")
    private let expansion = Step(["ALTER TABLE stores ADD COLUMN opened bigint", "CREATE TABLE openings (store text)"])
    private let contraction = Step(["ALTER TABLE stores DROP COLUMN address"], isContraction: true)

    /// A database of the test's own: the steps of another version are no other test's.
    private final class Database: Sendable {
        let address: PostgresAddress
        let memory: HubMemory
        private let folder: TemporaryFolder
        private let server: PostgresAddress
        private let name = "versions_\(UUID().uuidString.prefix(8).lowercased())"

        init() async throws {
            let host = try await PrivatePostgreSQL.shared.value.host
            server = HubPlace.address(host, "postgres")
            address = HubPlace.address(host, name)
            folder = try TemporaryFolder()
            memory = try HubMemory(in: folder.path, name: "hub-1", daemon: .drawn())
            try PostgresConnection(server).change("CREATE DATABASE \(name)")
        }

        deinit { _ = try? PostgresConnection(server).change("DROP DATABASE \(name) WITH (FORCE)") }

        func registry() throws -> HubRegistry {
            try HubRegistry(address, daemon: "hub-1", chain: .drawn(), memory: memory, now: Bench.clock())
        }
    }

    private func number(_ statement: String, _ database: Database) throws -> Int64? {
        try PostgresConnection(database.address).rows(statement).first?.integer(0)
    }

    /// A daemon that was started before, and one that is started after the migration.
    @Test func `work on beside a database that a later one has expanded`() async throws {
        let database = try await Database()
        try HubSchema.migrate(database.address)
        let before = try database.registry()
        _ = try await before.recall()
        try await before.record(.storesImported([try Samples.store("cupertino")], file: "stores.csv"), by: author)
        try HubSchema.migrate(database.address, by: HubSchema.steps + [expansion])
        let after = try database.registry()
        for (number, hub) in [before, after].enumerated() {
            let batch = try Samples.batch("b-\(number)", (1...9).map { "t-\(number)-\($0)" })
            try await hub.record(.batchCreated(batch), by: author)
            let station = try await BenchStation.joined("s-\(number)", hub)
            try await station.take(hub, 3, of: "b-\(number)")
            try await station.send(to: hub)
        }
        #expect(try await after.proveTables().deviations == [])
        // The migration of this version finds nothing to do, and leaves the later one's as they are.
        try HubSchema.migrate(database.address)
        #expect(try number("SELECT count(*) FROM openings", database) == 0)
        #expect(try HubDatabasePicture(lookingAt: database.address).contraction == nil)
    }

    @Test func `are refused by a database that a later one has contracted, and named by the doctor`() async throws {
        let database = try await Database()
        try HubSchema.migrate(database.address, by: HubSchema.steps + [expansion, contraction])
        let error = #expect(throws: RegistryError.self) { try database.registry() }
        let (last, own) = (HubSchema.steps.count + 2, HubSchema.steps.count)
        #expect(error?.code == .newerSchema)
        #expect(
            error?.reason
                == "it has schema \(last), and step \(last) took away what this version, which knows \(own), needs")
        #expect(try HubDatabasePicture(lookingAt: database.address).contraction == Int64(last))
    }

    @Test func `hold a contraction up for as long as they are there`() async throws {
        let database = try await Database()
        try HubSchema.migrate(database.address)
        let hub = try database.registry()
        _ = try await hub.recall()
        let later = HubSchema.steps + [expansion, contraction]
        let error = #expect(throws: RegistryError.self) { try HubSchema.migrate(database.address, by: later) }
        #expect(error?.code == .schemaBehind)
        let known = "daemon hub-1 is of a version that knows schema \(HubSchema.steps.count)"
        #expect(error?.reason.hasPrefix(known) == true)
        // The steps before it were taken, and the daemon does not miss them.
        #expect(try number("SELECT max(step) FROM schema_steps", database) == Int64(later.count - 1))
        try await hub.record(.storesImported([try Samples.store("cupertino")], file: "stores.csv"), by: author)
        try await hub.takeLeave()
        try HubSchema.migrate(database.address, by: later)
        #expect(try number("SELECT max(step) FROM schema_steps", database) == Int64(later.count))
    }

    @Test func `find conflicts of earlier versions numbered in the order in which they were noted`() async throws {
        let database = try await Database()
        try HubSchema.migrate(database.address, by: Array(HubSchema.steps.prefix(6)))
        let connection = try PostgresConnection(database.address)
        let before = "INSERT INTO conflicts (chain, sequence, part, code, tag, noted) VALUES "
        try connection.change(
            before + "('\\x02', 1, 0, 'held-twice', 't-1', 9), ('\\x01', 5, 0, 'held-twice', 't-2', 8), "
                + "('\\x01', 4, 1, 'held-twice', 't-3', 8)")
        try HubSchema.migrate(database.address)
        try connection.change(before + "('\\x01', 6, 0, 'held-twice', 't-4', 1)")
        let numbered = try connection.rows("SELECT tag FROM conflicts ORDER BY number").map { try $0.text(0) }
        #expect(numbered == ["t-3", "t-2", "t-1", "t-4"])
        #expect(try number("SELECT max(number) FROM conflicts", database) == 4)
    }

    /// As the server writes that a parameter has no type of its own: a null.
    private static let inferred = "-"

    static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures")
    static let former = (try? FileManager.default.contentsOfDirectory(atPath: fixtures.path))?.filter {
        $0.hasPrefix("hub-statements-")
    }.sorted()

    /// Each statement of a former version can still be prepared: its tables, columns and types are there.
    @Test func `find the tables as their statements need them`() async throws {
        let former = try #require(Self.former)
        #expect(former.count >= 1)
        let database = try await Database()
        try HubSchema.migrate(database.address)
        let connection = try PostgresConnection(database.address)
        var prepared = 0
        for file in former {
            for statement in try RecordedStatements.read(Self.fixtures.appending(path: file).path) {
                let names = try connection.rows(
                    "SELECT type::oid::regtype::text FROM unnest($1) WITH ORDINALITY AS known(type, place) ORDER BY place",
                    [.integers(statement.types.map(Int64.init))]
                ).compactMap { try $0.text(0).map { $0 == Self.inferred ? "unknown" : $0 } }
                let types = names.isEmpty ? "" : "(\(names.joined(separator: ", ")))"
                do { try connection.change("PREPARE former \(types) AS \(statement.text)") } catch {
                    Issue.record("\(file): \(statement.text): \(error)")
                    continue
                }
                try connection.change("DEALLOCATE former")
                prepared += 1
            }
        }
        print("\(prepared) statements of \(former.joined(separator: ", ")) can be prepared")
        #expect(prepared > 400)
    }
}
