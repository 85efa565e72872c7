import Checkpoints
import Doctor
import Faults
import HubStorage
import PostgreSQL
import Registry
import TestBench
import Testing

/// What `waymark-hub doctor` sees of a real database.
@Suite(.needsPostgreSQL, .takesTurns) struct `The picture of a hub's database` {
    private let author = Author(station: "office", actor: "ada")

    /// The administrator's connection to a database of the shared server.
    private func administrator(_ place: HubPlace) throws -> PostgresConnection { try PostgresConnection(place.address) }

    /// Runs a test as an account of its own, which has some rights on the tables that only grow.
    private func asAccount(_ name: String, _ place: HubPlace, rights: String, _ body: (PostgresAddress) throws -> Void)
        throws
    {
        let administrator = try administrator(place)
        try administrator.change("CREATE ROLE \(name) LOGIN")
        defer {
            _ = try? administrator.change("DROP OWNED BY \(name)")
            _ = try? administrator.change("DROP ROLE \(name)")
        }
        try administrator.change("GRANT SELECT ON ALL TABLES IN SCHEMA public TO \(name)")
        if !rights.isEmpty { try administrator.change("GRANT \(rights) TO \(name)") }
        var address = place.address
        address.user = name
        try body(address)
    }

    @Test func `has the account's rights, the schema and the settings`() async throws {
        let place = try await HubPlace()
        let owner = try HubDatabasePicture(lookingAt: place.address)
        #expect(owner.isOwner && owner.schema == owner.neededSchema && owner.schema >= 2)
        try asAccount("doctor_plain", place, rights: "") { address in
            let picture = try HubDatabasePicture(lookingAt: address)
            #expect(picture.account == "doctor_plain" && !picture.server.isEmpty)
            #expect(!picture.isOwner && picture.rewritable == [])
            #expect(picture.unsafeSettings == [] && picture.hasChecksums)
            #expect(picture.awaited == [] && picture.awaitedDaemons == [] && picture.checkpoint == nil)
        }
        try asAccount("doctor_wide", place, rights: "UPDATE, DELETE ON journal, log_nodes") { address in
            let picture = try HubDatabasePicture(lookingAt: address)
            #expect(picture.rewritable == ["journal", "log_nodes"])
        }
        try asAccount("doctor_hasty", place, rights: "") { address in
            try administrator(place).change("ALTER ROLE doctor_hasty SET synchronous_commit = off")
            let picture = try HubDatabasePicture(lookingAt: address)
            #expect(picture.unsafeSettings == ["synchronous_commit"])
        }
    }

    @Test func `names whom the hub waits for, and has its newest checkpoint`() async throws {
        let place = try await HubPlace()
        let signer = try NoteSigner.ofTest()
        let hub = try await place.registry(signer: signer, now: Bench.clock())
        let station = try await BenchStation.joined("north", hub)
        try await BenchWitness(station, key: signer.key).look(hub)
        _ = try await BenchStation.joined("south", hub)
        let signed = try HubDatabasePicture(lookingAt: place.address)
        #expect(signed.checkpoint?.contains("\n\u{2014} waymark-hub ") == true && signed.awaited == [])
        _ = try await hub.beginEra(reason: "restored", by: author)
        let connection = try administrator(place)
        try connection.change(
            "INSERT INTO daemons (daemon, name, mark, run, seen) VALUES ($1, 'hub-2', '', 'an earlier one', 0)",
            [.bytes([UInt8](repeating: 7, count: 16))])
        let restored = try HubDatabasePicture(lookingAt: place.address)
        #expect(restored.awaited == ["north", "south"] && restored.awaitedDaemons == ["hub-2"])
    }

    @Test func `says how old the tables are, and reads no table that may be another`() async throws {
        let place = try await HubPlace()
        let connection = try administrator(place)
        try connection.change("INSERT INTO schema_steps VALUES (99, now())")
        let ahead = try HubDatabasePicture(lookingAt: place.address)
        #expect(ahead.schema == 99 && ahead.neededSchema < 99)
        try connection.change("DELETE FROM schema_steps WHERE step > 1")
        #expect(try HubDatabasePicture(lookingAt: place.address).schema == 1)
        var empty = place.address
        empty.database = "postgres"
        #expect(try HubDatabasePicture(lookingAt: empty).schema == 0)
    }

    @Test func `is not there without a server`() async throws {
        var nowhere = try await HubPlace().address
        nowhere.hosts = [PostgresAddress.Host("/nonexistent")]
        let error = #expect(throws: PostgresError.self) { try HubDatabasePicture(lookingAt: nowhere) }
        #expect(error?.code == .databaseAway)
    }
}
