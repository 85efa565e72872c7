import Faults
import Foundation
import Geodesy
import HubStorage
import PostgreSQL
import Registry
import Synchronization
import TestBench
import Testing

/// Evidence that audits read at a standby of the database.
@Suite(.needsPostgreSQL) struct `Audits from a replica` {
    private static func address(_ server: FailingServer) -> PostgresAddress {
        PostgresAddress(
            hosts: [PostgresAddress.Host(server.host)], database: "postgres", user: PrivatePostgreSQL.user,
            encryption: .none)
    }

    private static func reading(_ server: FailingServer) -> PostgresAddress {
        var address = address(server)
        address.mayOnlyRead = true
        return address
    }

    /// Two connections of one daemon: one that changes, and one that audits ask.
    private func daemon(
        at primary: FailingServer, replica: FailingServer
    ) throws -> (storage: HubRegistry, history: HubRegistry) {
        let chain = ChainName.drawn()
        return (
            try HubRegistry(Self.address(primary), daemon: "hub", chain: chain),
            try HubRegistry(Self.address(primary), daemon: "hub", chain: chain, replica: Self.reading(replica))
        )
    }

    private func keep(_ rows: Range<Int>, in storage: HubRegistry) async throws {
        let number = try await storage.beginImport(.sightings, file: "a.csv")
        let place = try Coordinate(latitude: 37.3193, longitude: -122.0293)
        let sightings = rows.map { row in
            KeptSighting(
                time: 1_795_000_000 + Int64(row), url: Samples.url(of: "t-\(row)"), uid: nil, place: place, sigma: 4,
                device: nil)
        }
        #expect(try await storage.keep(sightings, import: number) == rows.count)
    }

    private func contents(in history: HubRegistry) async throws -> Int {
        try await history.readEvidence { evidence in
            var count = 0
            try evidence.everything { count += $0.count }
            return count
        }
    }

    @Test func `read there, and see all that came before`() async throws {
        let primary = try await FailingServer()
        try HubSchema.migrate(Self.address(primary))
        let standby = try await FailingServer(standbyOf: primary)
        let (storage, history) = try daemon(at: primary, replica: standby)
        for first in stride(from: 0, to: 500, by: 50) {
            try await keep(first..<(first + 50), in: storage)
            _ = try await storage.beginJudging()
            #expect(try await contents(in: history) == first + 50)
        }
        let rows = Mutex(0)
        _ = try await history.sightings(since: .min, afterImport: 0) { page in rows.withLock { $0 += page.count } }
        #expect(rows.withLock { $0 } == 500)
        // It is the standby that was asked.
        let seen = try PostgresConnection(Self.reading(standby)).rows(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'waymark' AND pid <> pg_backend_pid()")
        #expect(try seen.first?.integer(0) == 1)

        // One that does not go on is waited for.
        let observer = try PostgresConnection(Self.reading(standby))
        try observer.rows("SELECT pg_wal_replay_pause()")
        try await keep(500..<501, in: storage)
        async let late = contents(in: history)
        try await waitUntilAskedTwice(observer)
        try observer.rows("SELECT pg_wal_replay_resume()")
        #expect(try await late == 501)
    }

    /// How far the standby is.
    private func waitUntilAskedTwice(_ observer: PostgresConnection) async throws {
        var times: Set<String> = []
        for _ in 0..<5_000 where times.count < 2 {
            let asked = try observer.rows(
                """
                SELECT query_start::text FROM pg_stat_activity
                WHERE query LIKE '%pg_last_wal_replay_lsn%' AND pid <> pg_backend_pid()
                """)
            times.formUnion(try asked.compactMap { try $0.text(0) })
            try await Task.sleep(for: .milliseconds(2))
        }
        #expect(times.count >= 2)
    }

    @Test func `are refused by a server that is no replica`() async throws {
        let (primary, other) = (try await FailingServer(), try await FailingServer())
        for server in [primary, other] { try HubSchema.migrate(Self.address(server)) }
        let (storage, history) = try daemon(at: primary, replica: other)
        try await keep(0..<5, in: storage)
        let fault = await #expect(throws: RegistryError.self) { try await contents(in: history) }
        #expect(
            fault?.code == .registryAway && fault?.reason.contains(other.host) == true, "\(String(describing: fault))")
        // A standby that was promoted is one no more.
        let standby = try await FailingServer(standbyOf: primary)
        let (_, replicated) = try daemon(at: primary, replica: standby)
        #expect(try await contents(in: replicated) == 5)
        func complaint(_ server: FailingServer) -> String? {
            AuditReplica.complaint(Self.reading(server), of: Self.address(primary))
        }
        #expect(complaint(standby) == nil && complaint(primary) == nil)
        #expect(complaint(other)?.contains("does not follow it") == true)
        // One that follows, but another database.
        let foreign = try await FailingServer(standbyOf: other)
        #expect(complaint(foreign)?.contains("does not follow it") == true, "\(complaint(foreign) ?? "")")
        try await standby.promote()
        #expect(complaint(standby)?.contains("does not follow it") == true)
        await #expect(throws: RegistryError.self) { try await contents(in: replicated) }
    }

    @Test func `ask the database itself where it is named as its own replica`() async throws {
        let primary = try await FailingServer()
        try HubSchema.migrate(Self.address(primary))
        let (storage, history) = try daemon(at: primary, replica: primary)
        try await keep(0..<5, in: storage)
        #expect(try await contents(in: history) == 5)
    }
}
