import Checkpoints
import Grants
import HubStorage
import PostgreSQL
import Registry
import Synchronization
import TestBench
import Testing

@Suite(.needsPostgreSQL, .takesTurns) struct `The figures of a hub` {
    private let author = Author(station: "office", actor: "ada")
    private let place: HubPlace
    private let signer: NoteSigner
    private let hub: HubRegistry
    private let station: BenchStation
    /// Milliseconds that the observer's clocks show more than at the beginning.
    private let passed = Passed()

    private final class Passed: Sendable {
        private let milliseconds = Atomic<Int64>(0)
        var now: Int64 { milliseconds.load(ordering: .relaxed) }
        func pass(seconds: Int64) { _ = milliseconds.add(1_000 * seconds, ordering: .relaxed) }
    }

    init() async throws {
        place = try await HubPlace()
        signer = try .ofTest()
        hub = try await place.registry(signer: signer, now: Bench.clock())
        try await hub.record(.storesImported([try Samples.store("cupertino")], file: "stores.csv"), by: author)
        try await hub.record(.batchCreated(try Samples.batch("opening", (1...9).map { "t-\($0)" })), by: author)
        station = try await BenchStation.joined("north", hub)
    }

    /// A machine that tests share may be slow to answer a statement.
    private func observer(_ address: PostgresAddress? = nil, patience: Int = 60_000) -> HubObserver {
        HubObserver(
            address ?? place.address, chain: place.chain,
            // A minute behind all that the hub's own clock has shown.
            now: { [passed] in Timestamp(milliseconds: 1_795_221_060_000 + passed.now) },
            uptime: { [passed] in .milliseconds(passed.now) }, patience: patience)
    }

    /// As Prometheus would read them.
    private func figures(_ observer: HubObserver) -> [String: Double] {
        let lines = observer.exposition.split(separator: "\n").filter { !$0.hasPrefix("#") }
        var figures: [String: Double] = [:]
        for line in lines {
            guard let space = line.lastIndex(of: " "), let value = Double(line[line.index(after: space)...]) else {
                continue
            }
            figures[String(line[..<space].replacing("waymark_hub_", with: ""))] = value
        }
        return figures
    }

    private func database() throws -> PostgresConnection {
        let connection = try PostgresConnection(place.address)
        try connection.change("SET session_replication_role = replica")
        return connection
    }

    @Test func `are what the database says, of a quiet hub all but those of conflicts and replicas`() async throws {
        let observer = observer()
        #expect(figures(observer) == ["database_up": 0], "nothing is known before the first look")
        try await observer.look()
        let figures = figures(observer)
        #expect(figures["database_up"] == 1)
        #expect(figures["measured_timestamp_seconds"] == 1_795_221_060)
        #expect(figures["chain{chain=\"\(place.chain)\"}"] == 1)
        #expect(figures["stations{state=\"heard\"}"] == 1)
        #expect(figures["stations{state=\"silent\"}"] == 0 && figures["stations{state=\"lost\"}"] == 0)
        #expect(figures["stations_awaited"] == 0 && figures["unsettled_seconds"] == 0)
        #expect(figures["entries_unapplied"] == 0 && figures["entries_unsent"] == 0)
        // The hub's chain; the station's is empty.
        #expect(figures["checkpoint_size"] == 0 && figures["heads_unsigned"] == 1)
        #expect((figures["database_bytes"] ?? 0) > 1_000_000 && (figures["frozen_age"] ?? 0) > 0)
        #expect(figures["dead_rows{table=\"chains\"}"] != nil)
        #expect(figures.keys.allSatisfy { !$0.hasPrefix("replica") && !$0.hasPrefix("conflict") })
        #expect(try await hub.newestEntry()?.sequence == observer.newestEntry)
        let families = observer.exposition.matches(of: /# TYPE waymark_hub_(\w+)/).map { String($0.output.1) }
        let told = Set(figures.keys.map { String($0.prefix { $0 != "{" }) })
        #expect(
            Set(families).subtracting(told)
                == ["conflicts", "conflicts_open", "conflict_seconds", "replica_lag_bytes", "replica_lag_seconds"])
    }

    @Test func `tell of stations that are silent or lost`() async throws {
        let observer = observer()
        try await station.call(hub)
        passed.pass(seconds: 23 * 3_600)
        try await observer.look()
        #expect(figures(observer)["stations{state=\"heard\"}"] == 1)
        passed.pass(seconds: 3_600)
        try await observer.look()
        #expect(figures(observer)["stations{state=\"silent\"}"] == 1)
        #expect(figures(observer)["stations{state=\"heard\"}"] == 0)
        _ = try await hub.declareLost(station.name, reason: "stolen", by: author)
        try await observer.look()
        #expect(figures(observer)["stations{state=\"lost\"}"] == 1)
        #expect(figures(observer)["stations{state=\"silent\"}"] == 0)
    }

    @Test func `tell for how long the hub is unsettled, and whom it waits for`() async throws {
        let observer = observer()
        let era = try await hub.beginEra(reason: "restored", by: author).era
        try await observer.look()
        passed.pass(seconds: 600)
        try await observer.look()
        #expect(figures(observer)["stations_awaited"] == 1 && figures(observer)["unsettled_seconds"] == 600)
        // Time goes on also when nobody looks.
        passed.pass(seconds: 30)
        #expect(figures(observer)["unsettled_seconds"] == 630)
        try await station.adopt(era)
        try await station.send(to: hub)
        try await observer.look()
        #expect(figures(observer)["stations_awaited"] == 0 && figures(observer)["unsettled_seconds"] == 0)
        try database().change(
            "INSERT INTO daemons (daemon, name, mark, run, seen) VALUES ($1, 'hub-2', '', 'an earlier one', 0)",
            [.bytes([UInt8](repeating: 7, count: 16))])
        try await observer.look()
        passed.pass(seconds: 7)
        #expect(figures(observer)["daemons_awaited"] == 1 && figures(observer)["unsettled_seconds"] == 7)
    }

    @Test func `tell of grants that have not arrived`() async throws {
        let observer = observer()
        guard case .given(let grant, let documents) = try await station.ask(hub, "opening", 4) else {
            Issue.record("nothing is given")
            return
        }
        try await observer.look()
        passed.pass(seconds: 90)
        try await observer.look()
        #expect(figures(observer)["grants_untaken"] == 1 && figures(observer)["grants_untaken_tags"] == 4)
        #expect(figures(observer)["grants_untaken_seconds"] == 90)
        try await station.record(.grantMoved(.taken(grant, documents)))
        try await station.send(to: hub)
        try await observer.look()
        #expect(figures(observer)["grants_untaken"] == 0 && figures(observer)["grants_untaken_seconds"] == 0)
    }

    @Test func `tell of entries that have moved nothing, of those that have not come, and of conflicts`() async throws {
        try await station.take(hub, 3)
        try await station.write("t-1", chip: 1)
        try await station.send(to: hub)
        let head = try #require(try await station.head())
        // As of a journal with a kind that this version does not know from its fourth last entry on.
        try database().change("UPDATE stations SET applied = applied - 4")
        let told = JournalPoint(sequence: head.sequence + 5, digest: head.digest)
        try await station.call(hub, head: told)
        let observer = observer()
        try await observer.look()
        #expect(figures(observer)["entries_unsent"] == 5)
        #expect(figures(observer)["entries_unapplied"] == 0, "a contact applies what waits")
        try database().change("UPDATE stations SET applied = applied - 2")
        try database().change(
            """
            INSERT INTO conflicts (number, chain, sequence, part, code, tag, noted)
            VALUES (1, $1, 1, 0, 'held-twice', 't-1', 1795221000000), (2, $1, 2, 0, 'held-twice', 't-2', 1795221050000)
            """, [.bytes([UInt8](repeating: 7, count: 16))])
        try await observer.look()
        let seen = figures(observer)
        #expect(seen["entries_unapplied"] == 2 && (seen["entries_unapplied_seconds"] ?? 0) > 0)
        #expect(seen["conflicts{code=\"held-twice\"}"] == 2 && seen["conflict_seconds"] == 10)
        _ = try await hub.settle(conflict: 2, reason: "looked at", by: author)
        try await observer.look()
        #expect(figures(observer)["conflicts{code=\"held-twice\"}"] == 2)
        #expect(figures(observer)["conflicts_open{code=\"held-twice\"}"] == 1)
        #expect(figures(observer)["conflict_seconds"] == 60)
        _ = try await hub.settle(conflict: 1, reason: "looked at", by: author)
        try await observer.look()
        #expect(figures(observer)["conflicts_open{code=\"held-twice\"}"] == 0)
        #expect(figures(observer)["conflict_seconds"] == nil)
    }

    @Test func `tell how old the newest checkpoint is, and what it does not have`() async throws {
        let witness = BenchWitness(station, key: signer.key)
        try await witness.look(hub)
        let observer = observer()
        try await observer.look()
        let size = try #require(figures(observer)["checkpoint_size"])
        #expect(size >= 1 && figures(observer)["heads_unsigned"] == 0)
        passed.pass(seconds: 400)
        try await station.take(hub, 3)
        try await station.send(to: hub)
        try await observer.look()
        #expect(figures(observer)["checkpoint_seconds"] == 400 && figures(observer)["heads_unsigned"] == 2)
        try await witness.look(hub)
        try await observer.look()
        #expect(figures(observer)["checkpoint_size"] == size + 2 && figures(observer)["checkpoint_seconds"] == 0)
    }

    @Test func `stay what they were while the database is away, and say so`() async throws {
        let proxy = try CuttingProxy(before: place.address.hosts[0].name)
        var address = place.address
        address.hosts = [PostgresAddress.Host(proxy.host)]
        let observer = observer(address)
        try await observer.look()
        proxy.cut(atAnswer: "BEGIN", then: nil, forEver: true)
        passed.pass(seconds: 15)
        await #expect(throws: RegistryError.self) { try await observer.look() }
        let seen = figures(observer)
        #expect(seen["database_up"] == 0)
        #expect(seen["measured_timestamp_seconds"] == 1_795_221_060)
        #expect(seen["stations{state=\"heard\"}"] == 1 && seen["checkpoint_seconds"] == 15)
        proxy.heal()
        try await observer.look()
        #expect(figures(observer)["database_up"] == 1)
    }

    @Test func `say that the database is away where a look does not end`() async throws {
        let observer = observer()
        try await observer.look()
        passed.pass(seconds: 44)
        #expect(figures(observer)["database_up"] == 1)
        passed.pass(seconds: 1)
        #expect(figures(observer)["database_up"] == 0)
    }

    /// A session that waits for a lock is ended by the server, and the next look is answered again.
    @Test func `no statement of a look waits for long`() async throws {
        let blocking = try database()
        try blocking.change("BEGIN")
        try blocking.change("LOCK TABLE conflicts IN ACCESS EXCLUSIVE MODE")
        let observer = observer(patience: HubObserver.patience)
        let began = ContinuousClock.now
        await #expect(throws: RegistryError.self) { try await observer.look() }
        #expect(ContinuousClock.now - began < .seconds(30))
        #expect(figures(observer) == ["database_up": 0])
        try blocking.change("COMMIT")
        // One that takes longer on a busy machine is ended as well.
        var isAnswered = false
        for _ in 1...5 where !isAnswered { isAnswered = (try? await observer.look()) != nil }
        #expect(isAnswered && figures(observer)["database_up"] == 1)
    }
}
