import Checkpoints
import Cryptography
import Faults
import HubStorage
import PostgreSQL
import Registry
import TestBench
import Testing

@Suite(.needsPostgreSQL, .takesTurns) struct `The log of a hub` {
    private let author = Author(station: "office", actor: "ada")
    private let place: HubPlace
    private let signer: NoteSigner
    private let hub: HubRegistry
    private let station: BenchStation
    private let witness: BenchWitness

    /// A hub whose log has several heads of a station and of two daemons, under three checkpoints that the station knows.
    init() async throws {
        place = try await HubPlace()
        signer = try .ofTest()
        hub = try await place.registry(signer: signer, now: Bench.clock())
        let other = try await place.registry(daemon: "hub-2", chain: .drawn(), signer: signer, now: Bench.clock())
        try await hub.record(.storesImported([try Samples.store("cupertino")], file: "stores.csv"), by: author)
        try await other.record(.batchCreated(try Samples.batch("opening", (1...9).map { "t-\($0)" })), by: author)
        station = try await BenchStation.joined("north", other)
        witness = BenchWitness(station, key: signer.key)
        try await witness.look(hub)
        try await station.take(hub, 9)
        for number in 1...3 {
            try await station.write("t-\(number)", chip: number)
            try await station.send(to: hub)
            try await witness.look(number == 2 ? other : hub)
        }
    }

    private func database() throws -> PostgresConnection {
        let connection = try PostgresConnection(place.address)
        // The owner of the database may do everything.
        try connection.change("SET session_replication_role = replica")
        return connection
    }

    private func look() async -> CheckpointError? {
        do { try await witness.look(hub) } catch { return error as? CheckpointError }
        return nil
    }

    @Test func `continues with each upload, and is whole`() async throws {
        let size = try #require(witness.size)
        #expect(size >= 6)
        try await station.write("t-4", chip: 4)
        try await station.send(to: hub)
        try await witness.look(hub)
        #expect(witness.size == size + 1)
        // Nothing has moved.
        try await witness.look(hub)
        #expect(witness.size == size + 1)
        #expect(try await hub.verifyJournal().deviations == nil)
        #expect(try await hub.proveTables().deviations == [])
    }

    static let changes: [(table: String, column: String, value: String, row: String)] = [
        ("journal", "chain", "decode(repeat('ab', 16), 'hex')", "kind = 'write-intended'"),
        ("journal", "sequence", "sequence + 1000", "kind = 'write-intended'"),
        ("journal", "time", "time + 1", "kind = 'write-intended'"),
        ("journal", "station", "station || 'x'", "kind = 'write-intended'"),
        ("journal", "actor", "actor || 'x'", "kind = 'write-intended'"),
        ("journal", "kind", "kind || 'x'", "kind = 'write-intended'"),
        ("journal", "payload", "replace(payload, 'NTAG213', 'NTAG216')", "kind = 'write-intended'"),
        ("journal", "previous", "repeat('0', 64)", "kind = 'write-intended'"),
        ("journal", "tag", "'t-9'", "kind = 'write-intended'"),
        ("journal", "batch", "'other'", "kind = 'write-intended'"),
        ("chains", "chain", "decode(repeat('ab', 16), 'hex')", "chain = $1"),
        ("chains", "sequence", "sequence - 1", "chain = $1"), ("chains", "sequence", "sequence + 1", "chain = $1"),
        ("chains", "digest", "repeat('0', 64)", "chain = $1"), ("chains", "time", "time + 1", "chain = $1"),
        ("log_leaves", "era", "decode(repeat('ab', 16), 'hex')", "number = 2"),
        ("log_leaves", "number", "number + 1000", "number = 2"),
        ("log_leaves", "chain", "decode(repeat('ab', 16), 'hex')", "number = 2"),
        ("log_leaves", "sequence", "sequence + 1000", "number = 2"),
        ("log_leaves", "digest", "repeat('0', 64)", "number = 2"),
        ("log_nodes", "era", "decode(repeat('ab', 16), 'hex')", "level = 0 AND number = 2"),
        ("log_nodes", "level", "level + 40", "level = 0 AND number = 2"),
        ("log_nodes", "number", "number + 1000", "level = 1 AND number = 0"),
        ("log_nodes", "hash", "sha256(hash)", "level = 0 AND number = 2"),
        ("log_nodes", "hash", "sha256(hash)", "level = 1 AND number = 0"),
        ("checkpoints", "era", "decode(repeat('ab', 16), 'hex')", "size = (SELECT max(size) FROM checkpoints)"),
        ("checkpoints", "size", "size + 1", "size = (SELECT max(size) FROM checkpoints)"),
        (
            "checkpoints", "note", "replace(note, E'\\n\\n', E'\\nmore\\n\\n')",
            "size = (SELECT max(size) FROM checkpoints)"
        ),
        ("checkpoints", "note", "left(note, -4)", "size = (SELECT min(size) FROM checkpoints)"),
    ]

    /// Columns that nothing rests on: the name of a daemon's last change beside the journal, for its own look at a lost
    /// COMMIT.
    private static let free: Set<[String]> = [["chains", "change"]]

    @Test func `is tried at every column of an entry, a head, a leaf, a node and a note`() async throws {
        let columns = try PostgresConnection(place.address).rows(
            """
            SELECT table_name::text, column_name::text FROM information_schema.columns WHERE table_schema = 'public'
                AND table_name IN ('journal', 'chains', 'log_leaves', 'log_nodes', 'checkpoints')
            """
        ).map { [try #require(try $0.text(0)), try #require(try $0.text(1))] }
        #expect(Set(columns) == Set(Self.changes.map { [$0.table, $0.column] }).union(Self.free))
    }

    @Test(arguments: changes.indices)
    func `names a change of any column, to who verifies and at the station's next contact`(number: Int) async throws {
        let change = Self.changes[number]
        let connection = try database()
        let row = change.table == "journal" ? "\(change.row) AND payload LIKE '%t-2%' AND chain = $1" : change.row
        let values = row.contains("$1") ? [PostgresValue.bytes(bytes(station.chain))] : []
        let changed = try connection.change(
            "UPDATE \(change.table) SET \(change.column) = \(change.value) WHERE \(row)", values)
        try #require(changed == 1)
        for check in [try await hub.verifyJournal(), try await hub.proveTables()] {
            let isNamed = check.brokenAt != nil || check.deviations?.isEmpty == false
            #expect(isNamed, "\(change)")
        }
        let error = await look()
        #expect(error?.code == .logDamaged || error?.code == .hubRewrote, "\(change): \(String(describing: error))")
    }

    /// What the owner cuts off fits together, and the daemon signs on from there: the station knows better.
    @Test(arguments: [true, false])
    func `that was cut off is refused by who has seen it, also when it has grown again`(hasGrown: Bool) async throws {
        let connection = try database()
        let size = try #require(witness.size)
        let kept = try #require(try connection.rows("SELECT min(size) FROM checkpoints").first?.integer(0))
        try connection.change("DELETE FROM checkpoints WHERE size > $1", [.integer(kept)])
        try connection.change("DELETE FROM log_leaves WHERE number >= $1", [.integer(kept)])
        try connection.change("DELETE FROM log_nodes WHERE (number + 1) << level::int > $1", [.integer(kept)])
        if hasGrown {
            for number in 0..<Int(size) {
                try await hub.record(
                    .readerAdded(ReaderRecord(name: try name("r-\(number)"), connection: "usb")), by: author)
                _ = try await hub.prove(LogQuestion(chain: station.chain, known: nil, compared: nil))
            }
        }
        #expect(await look()?.code == .hubRewrote)
        // And again: what was verified is not forgotten.
        #expect(await look()?.code == .hubRewrote)
        #expect(witness.size == size)
        // Beside the hub itself nothing can tell.
        #expect(try await hub.verifyJournal().deviations == nil)
    }

    @Test func `is signed by no other key`() async throws {
        let stranger = try await place.registry(
            daemon: "hub-3", chain: .drawn(), signer: try .ofTest(), now: Bench.clock())
        let error = await #expect(throws: CheckpointError.self) { try await witness.look(stranger) }
        #expect(error?.code == .logDamaged)
        #expect(error?.reason.contains("checkpoint-key") == true)
        #expect(try await stranger.verifyJournal().deviations?.isEmpty == false)
    }

    @Test(arguments: [Int64.min, -1, 0, 1, 1_000, .max], [nil, Int64.min, 1, .max])
    func `compares no entries but those that it has, whatever is asked for`(last: Int64, first: Int64?) async {
        let digest = String(repeating: "a", count: 64)
        let compared = LogQuestion.Comparison(
            after: first.map { JournalPoint(sequence: $0, digest: digest) },
            upTo: JournalPoint(sequence: last, digest: digest))
        await #expect(throws: CheckpointError.self) {
            try await hub.prove(LogQuestion(chain: station.chain, known: nil, compared: compared))
        }
    }

    @Test func `begins anew with an era, and follows that`() async throws {
        _ = try await hub.beginEra(reason: "a standby was promoted", by: author)
        try await witness.look(hub)
        let size = try #require(witness.size)
        try await hub.record(.readerAdded(ReaderRecord(name: try name("r"), connection: "usb")), by: author)
        try await witness.look(hub)
        #expect(try #require(witness.size) > size)
        #expect(try await hub.proveTables().deviations == [])
    }

    @Test func `is extended by two daemons at once, each head once`() async throws {
        var hubs: [HubRegistry] = []
        for daemon in 1...2 {
            hubs.append(
                try await place.registry(
                    daemon: "d-\(daemon)", chain: .drawn(), signer: signer, now: Bench.clock()))
        }
        let chain = station.chain
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (daemon, hub) in hubs.enumerated() {
                group.addTask {
                    for number in 0..<20 {
                        let reader = ReaderRecord(name: try name("r-\(daemon)-\(number)"), connection: "usb")
                        try await hub.record(.readerAdded(reader), by: Author(station: "office", actor: "ada"))
                        _ = try await hub.prove(LogQuestion(chain: chain, known: nil, compared: nil))
                    }
                }
            }
            try await group.waitForAll()
        }
        try await witness.look(hub)
        #expect(try await hub.verifyJournal().deviations == nil)
    }

    private func bytes(_ chain: ChainName) -> [UInt8] {
        stride(from: 120, through: 0, by: -8).map { UInt8(truncatingIfNeeded: chain.bits >> UInt128($0)) }
    }
}
