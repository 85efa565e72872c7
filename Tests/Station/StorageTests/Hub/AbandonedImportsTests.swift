import Foundation
import HubStorage
import PostgreSQL
import Registry
import TestBench
import Testing

/// Who ends imports and requests that a daemon has begun: its own next run, or another daemon when it does not come
/// back.
@Suite(.needsPostgreSQL, .takesTurns) struct `An import that a daemon has left open` {
    private let author = Author(station: "hub", actor: "alice")
    private let key = RequestKey(actor: "alice", key: "k-1")
    private let folder: TemporaryFolder
    private let place: HubPlace
    /// Of two daemons whose configurations have the same name.
    private let memories: [HubMemory]

    init() async throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        place = try await HubPlace()
        memories = try ["a", "b"].map { name in
            let path = folder[name]
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            return try HubMemory(in: path, name: "hub", daemon: .drawn())
        }
    }

    /// A run of one of the daemons, after its start.
    private func run(_ number: Int) async throws -> HubRegistry {
        let registry = try HubRegistry(
            place.address, daemon: "hub", chain: .drawn(), memory: memories[number], now: Bench.clock())
        _ = try await registry.recall()
        return registry
    }

    private func openNumbers() throws -> [Int64] {
        try PostgresConnection(place.address).rows("SELECT number FROM imports WHERE open ORDER BY number")
            .compactMap { try $0.integer(0) }
    }

    private func change(_ statement: String) throws { try PostgresConnection(place.address).change(statement) }

    @Test func `is that daemon's own, whatever another is called`() async throws {
        let (first, second) = (try await run(0), try await run(1))
        let number = try await first.beginImport(.sightings, file: "a.csv")
        #expect(try await first.begin(key, isPersonal: false, at: Timestamp(milliseconds: 1)) == .new)
        #expect(try await second.openImports().isEmpty)
        try await second.interruptRequests()
        #expect(try await second.interrupt(key) == false)
        try await second.settleAbandoned()
        #expect(try openNumbers() == [number])
        #expect(try await first.begin(key, isPersonal: false, at: Timestamp(milliseconds: 1)) == .running)
        let next = try await run(0)
        #expect(try await next.openImports().map(\.number) == [number])
        try await next.interruptRequests()
        #expect(try await next.begin(key, isPersonal: false, at: Timestamp(milliseconds: 1)) == .interrupted)
    }

    @Test func `is ended by another when the daemon has taken leave`() async throws {
        let (first, second) = (try await run(0), try await run(1))
        _ = try await first.beginImport(.sightings, file: "a.csv")
        #expect(try await first.begin(key, isPersonal: false, at: Timestamp(milliseconds: 1)) == .new)
        try await first.takeLeave()
        try await second.settleAbandoned()
        #expect(try openNumbers().isEmpty)
        #expect(try await second.journal(from: 1, limit: 100).map(\.kind).contains("sightings-imported"))
        #expect(try await second.begin(key, isPersonal: false, at: Timestamp(milliseconds: 1)) == .interrupted)
    }

    /// It was killed, and the database's server goes on.
    @Test func `is ended by another when the daemon has not said for long that it runs`() async throws {
        let (first, second) = (try await run(0), try await run(1))
        let number = try await first.beginImport(.sightings, file: "a.csv")
        let gone = try #require(try owner())
        func age(_ seconds: Int) throws {
            try change("UPDATE daemons SET alive = alive - \(seconds) WHERE encode(daemon, 'hex') = '\(gone)'")
        }
        try age(60)
        try await second.settleAbandoned()
        #expect(try openNumbers() == [number])
        try age(700)
        try await first.settleAbandoned()
        try await second.settleAbandoned()
        #expect(try openNumbers() == [number])
        try age(700)
        // The database was away for all of them: the first one back does not speak for the others.
        try change("UPDATE daemons SET alive = alive - 700 WHERE encode(daemon, 'hex') <> '\(gone)'")
        try await second.settleAbandoned()
        #expect(try openNumbers() == [number])
        try await second.settleAbandoned()
        #expect(try openNumbers().isEmpty)
    }

    @Test func `is ended by another when the daemon is given up`() async throws {
        let (first, second) = (try await run(0), try await run(1))
        let number = try await first.beginImport(.sightings, file: "a.csv")
        let gone = try #require(try owner())
        try change("UPDATE daemons SET run = 'of another server' WHERE encode(daemon, 'hex') = '\(gone)'")
        try await second.settleAbandoned()
        #expect(try openNumbers() == [number])
        _ = try await second.beginEra(reason: "its machine is gone", by: author)
        try await second.settleAbandoned()
        #expect(try openNumbers().isEmpty)
    }

    /// Versions before kept the configuration's name.
    @Test func `under a daemon's name is ended when no other daemon has that name, but not one of an adoption`()
        async throws
    {
        let (first, second) = (try await run(0), try await run(1))
        let number = try await first.beginImport(.sightings, file: "a.csv")
        try change("UPDATE imports SET daemon = 'hub'")
        let adopting = try HubRegistry(place.address, daemon: "adopt", chain: .drawn(), now: Bench.clock())
        let adopted = try await adopting.beginImport(.sightings, file: "adopted")
        try await second.settleAbandoned()
        #expect(try openNumbers() == [number, adopted])
        try await first.takeLeave()
        try await second.settleAbandoned()
        #expect(try openNumbers() == [adopted])
    }

    /// As the daemon of the only open import calls itself in the table.
    private func owner() throws -> String? {
        try PostgresConnection(place.address).rows("SELECT daemon FROM imports WHERE open").first?.text(0)
    }
}
