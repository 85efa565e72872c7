import Chips
import Faults
import Foundation
import Geodesy
import Grants
import HubStorage
import PostgreSQL
import Registry
import Storage
import Synchronization
import TestBench
import Testing

@Suite(.needsPostgreSQL, .takesTurns) struct `A hub that adopts a registry` {
    @Test func `answers what the registry has answered, and proves it`() async throws {
        let bench = try await AdoptedBench()
        let registry = try await FullRegistry.make(bench.path, tags: 600)
        try await registry.record(.writeIntended(Samples.write("t-9", chip: 9)), by: FullRegistry.author)
        let entries = try await registry.journal(from: 1, limit: 1_000)
        let state = try bench.adopted(try await bench.adopt())
        #expect(state.head.sequence == entries.last?.sequence)
        #expect(try await bench.differences() == [])
        let check = try await bench.hub.proveTables()
        #expect(check.brokenAt == nil && check.deviations == [] && check.unproven == [])
        // A chip that a write was intended to stays the tag's.
        let half = try #require(try await bench.hub.tag(try name("t-9")))
        let chip = try Samples.chip(9)
        #expect(half.state == .unfinished && half.uid == chip)
    }

    @Test func `hands the file over, and nothing is written to it any more`() async throws {
        let bench = try await AdoptedBench()
        _ = try await FullRegistry.make(bench.path)
        let state = try bench.adopted(try await bench.adopt())
        let registry = try SQLiteRegistry(path: bench.path)
        let handOver = RegistryHandOver(hub: "hub", chain: state.chain)
        #expect(try await registry.standing() == .handedOver(handOver))
        #expect(try await registry.newestEntry()?.sequence == state.head.sequence + 1)
        #expect(try await registry.proveTables().deviations == [])
        let refusal = await #expect(throws: GrantError.self) {
            try await registry.record(.writeIntended(Samples.write("t-4", chip: 4)), by: FullRegistry.author)
        }
        #expect(refusal?.code == .registryAdopted)
    }

    @Test func `does it once`() async throws {
        let bench = try await AdoptedBench()
        _ = try await FullRegistry.make(bench.path)
        let first = try bench.adopted(try await bench.adopt())
        let (journal, answers) = (try await bench.hub.journal(from: 1, limit: 100), try await bench.differences())
        guard case .adopted(let second, wasDone: true) = try await bench.adopt() else {
            Issue.record("it was adopted again")
            return
        }
        #expect(second.chain == first.chain)
        #expect(try await bench.hub.journal(from: 1, limit: 100) == journal)
        #expect(answers == [])
    }

    @Test(arguments: SeededRandom.seeds(3))
    func `adopts any history`(seed: UInt64) async throws {
        let bench = try await AdoptedBench()
        let path = bench.path
        let kind = StorageKind(name: "file") { { now in try SQLiteRegistry(path: path, now: now) } }
        var history = RandomHappenings(seed: seed)
        let storages = try await SeveralStorages([kind])
        for _ in 0..<250 { _ = try await history.happen(to: storages) }
        let random = history.events.random
        _ = try bench.adopted(try await bench.adopt())
        let differences = try await bench.differences()
        #expect(differences.isEmpty, "\(random): \(differences.prefix(3).joined(separator: "\n"))")
        let check = try await bench.hub.proveTables()
        #expect(check.brokenAt == nil && check.deviations == [], "\(random)")
    }

    /// Ends at the n-th moment at which it says how far it has come.
    @Test func `goes on wherever it was interrupted`() async throws {
        struct Interruption: Error {}
        let bench = try await AdoptedBench()
        _ = try await FullRegistry.make(bench.path, tags: 1_500)
        var moment = 1
        while true {
            let count = Atomic<Int>(0)
            let last = moment
            do {
                _ = try bench.adopted(
                    try await bench.adopt { _, _ in
                        guard count.add(1, ordering: .relaxed).newValue < last else { throw Interruption() }
                    })
                break
            } catch is Interruption {
                let check = try await bench.hub.proveTables()
                #expect(check.brokenAt == nil && check.deviations == [], "moment \(moment)")
            }
            moment += 1
        }
        #expect(moment >= 12)
        #expect(try await bench.differences() == [])
        let kinds = try await bench.hub.journal(from: 1, limit: 100).map(\.kind)
        #expect(kinds == ["registry-adopted", "sightings-imported", "confirmations-imported", "adoption-ended"])
    }

    /// The answer to a COMMIT is lost, one moment after the other; or the connection, at some message of either side.
    @Test(arguments: ["COMMIT", "client", "server"])
    func `does nothing twice where the database went away`(_ loss: String) async throws {
        var (moment, cuts) = (1, 0)
        var isThere = true
        while isThere {
            let bench = try await AdoptedBench()
            _ = try await FullRegistry.make(bench.path)
            let proxy = try CuttingProxy(before: try await PrivatePostgreSQL.shared.value.host)
            let hub = try await bench.place.registry(
                through: proxy.host, pausing: false, now: Bench.clock(from: 86_400))
            let count = Atomic<Int>(0)
            let last = moment
            _ = try bench.adopted(
                try await bench.adopt(to: hub) { _, _ in
                    guard count.add(1, ordering: .relaxed).newValue == last else { return }
                    switch CuttingProxy.Side(rawValue: loss) {
                    case nil: proxy.cut(atAnswer: "COMMIT", then: nil)
                    case let side?: proxy.cut(at: 2 + last % 5, of: side)
                    }
                })
            isThere = count.load(ordering: .relaxed) >= moment
            cuts += proxy.cuts
            proxy.heal()
            let kinds = try await hub.journal(from: 1, limit: 100).map(\.kind)
            #expect(
                kinds == ["registry-adopted", "sightings-imported", "confirmations-imported", "adoption-ended"],
                "\(loss) at moment \(moment)")
            #expect(try await bench.differences() == [], "\(loss) at moment \(moment)")
            moment += 1
        }
        #expect(cuts > 6)
    }

    @Test func `says all that is taken at the hub, and changes nothing`() async throws {
        let bench = try await AdoptedBench()
        let registry = try await FullRegistry.make(bench.path)
        let events: [JournalEvent] = try [
            .storesImported([try Samples.store("cupertino"), try Samples.store("till-1", radius: 9)], file: "s"),
            .experiencesImported([try Samples.experience("https://example.com/1", title: "Other")], file: "e"),
            .batchCreated(Samples.batch("signs", ["x-1"], medium: .qr)),
            .batchCreated(Samples.batch("other", ["t-3", "x-2"])),
            .writeIntended(Samples.write("x-2", chip: 1, batch: "other")),
        ]
        for event in events { try await bench.hub.record(event, by: bench.author) }
        let before = (try await bench.hub.journal(from: 1, limit: 100), try await Everything(registry))
        guard case .collides(let report) = try await bench.adopt() else {
            Issue.record("it was adopted")
            return
        }
        let chip = try Samples.chip(1)
        #expect(
            report.lines.map(\.subject).sorted() == [
                "batch signs", "chip \(chip)", "experience https://example.com/1", "store till-1", "tag t-3",
            ])
        #expect(report.total == 5)
        #expect(try await bench.hub.journal(from: 1, limit: 100) == before.0)
        #expect(try await Everything(registry) == before.1)
        #expect(try await registry.standing() == .alone)
    }

    /// Behind the look at its names, which was before others had to wait.
    @Test func `says what was taken at the hub while its journal came`() async throws {
        struct Interruption: Error {}
        let ways: [(AdoptedBench) async throws -> Void] = [
            { try await $0.hub.record(.batchCreated(Samples.batch("other", ["t-3"])), by: $0.author) },
            { bench in
                try PostgresConnection(bench.place.address).change(
                    "INSERT INTO unplanned_tags (id, begun, retired) VALUES ('t-3', true, false)")
            },
        ]
        for take in ways {
            let bench = try await AdoptedBench()
            _ = try await FullRegistry.make(bench.path)
            await #expect(throws: Interruption.self) {
                try await bench.adopt { step, _ in if step == .tables { throw Interruption() } }
            }
            let state = try await bench.hub.adoption(of: bench.path)
            try await bench.hub.record(.storesImported([Samples.store("cupertino")], file: "s"), by: bench.author)
            try await take(bench)
            let before = try await bench.hub.journal(from: 1, limit: 100)
            let refusal = await #expect(throws: RegistryError.self) {
                try await bench.hub.takeTables(of: bench.path, state, by: bench.author) { _ in }
            }
            #expect(refusal?.code == .contradiction)
            #expect(
                refusal?.reason.contains("1 name is taken at the hub. tag t-3: ") == true, "\(refusal?.reason ?? "")")
            #expect(try await bench.hub.journal(from: 1, limit: 100) == before)
        }
    }

    @Test func `refuses a second registry that has the same tags`() async throws {
        let bench = try await AdoptedBench()
        _ = try await FullRegistry.make(bench.path, tags: 200)
        _ = try bench.adopted(try await bench.adopt())
        let other = bench.folder["other.sqlite"]
        let second = try SQLiteRegistry(path: other, now: Bench.clock(from: 5))
        for event: JournalEvent in try [
            .storesImported([Samples.store("cupertino")], file: "stores.csv"),
            .batchCreated(Samples.batch("second", (1...200).map { "t-\($0)" })),
        ] { try await second.record(event, by: FullRegistry.author) }
        guard case .collides(let report) = try await bench.adopt(other) else {
            Issue.record("it was adopted")
            return
        }
        #expect(report.lines.count == AdoptionReport.longest && report.total == 200)
    }

    @Test func `takes a second registry in behind the first, its findings behind the others`() async throws {
        let bench = try await AdoptedBench()
        _ = try await FullRegistry.make(bench.path)
        _ = try bench.adopted(try await bench.adopt())
        let other = bench.folder["other.sqlite"]
        let registry = try SQLiteRegistry(path: other, now: Bench.clock(from: 5))
        let found = FoundFinding(
            identity: "missing u", code: "missing", severity: "critical", stores: [], tags: ["u-1"], batches: [],
            message: "u-1 is missing", next: "Look for it.", evidence: 0)
        for event: JournalEvent in try [
            .storesImported([Samples.store("cupertino")], file: "stores.csv"),
            .batchCreated(Samples.batch("second", ["u-1", "u-2"])),
            .audited(
                AuditRecord(batch: nil, sightings: 0, badRows: 0, findings: ["missing": 1]),
                run: AuditRun(findings: [found])),
        ] { try await registry.record(event, by: FullRegistry.author) }
        _ = try bench.adopted(try await bench.adopt(other))
        #expect(try await bench.hub.finding(6)?.message == "u-1 is missing")
        let second: BatchName = try name("second")
        #expect(try await bench.hub.batch(second)?.tags.count == 2)
        let check = try await bench.hub.proveTables()
        #expect(check.brokenAt == nil && check.deviations == [])
    }

    @Test func `refuses a journal that was changed, and tables that are not what it says`() async throws {
        for change in ["UPDATE journal SET actor = 'eve' WHERE sequence = 5", "UPDATE tags SET state = 'written'"] {
            let bench = try await AdoptedBench()
            _ = try await FullRegistry.make(bench.path)
            _ = try Command.sqlite.run([bench.path, "DROP TRIGGER journal_is_not_edited; \(change)"])
            let refusal = await #expect(throws: RegistryError.self) { try await bench.adopt() }
            #expect(refusal?.code == .registryDamaged)
            #expect(try await bench.hub.journal(from: 1, limit: 10).isEmpty)
        }
    }

    @Test func `knows copies of a registry that it has adopted`() async throws {
        let bench = try await AdoptedBench()
        let registry = try await FullRegistry.make(bench.path)
        let (older, newer) = (bench.folder["older.sqlite"], bench.folder["newer.sqlite"])
        try await RegistryBackup.write(bench.path, to: older)
        try await registry.record(.tagRetired(Samples.release("t-4")), by: FullRegistry.author)
        try await RegistryBackup.write(bench.path, to: newer)
        _ = try bench.adopted(try await bench.adopt())
        let late = await #expect(throws: RegistryError.self) { try await bench.adopt(older) }
        #expect(late?.code == .contradiction && late?.reason.contains("ends at entry") == true)
        try await SQLiteRegistry(path: newer).record(
            .writeIntended(Samples.write("t-1", chip: 1)), by: FullRegistry.author)
        let copy = await #expect(throws: RegistryError.self) { try await bench.adopt(newer) }
        #expect(copy?.code == .contradiction && copy?.reason.contains("has gone on since") == true)
    }

    @Test func `grants the tags when all of it is there, and not before`() async throws {
        struct Interruption: Error {}
        let bench = try await AdoptedBench()
        _ = try await FullRegistry.make(bench.path, tags: 12)
        await #expect(throws: Interruption.self) {
            try await bench.adopt { step, _ in if step == .handingOver { throw Interruption() } }
        }
        let station = try await BenchStation.joined("north", bench.hub)
        guard case .refused = try await station.ask(bench.hub, "opening", 3) else {
            Issue.record("tags were granted that a daemon may write")
            return
        }
        // Nor does the hub touch them.
        await #expect(throws: GrantError.self) {
            try await bench.hub.record(.tagRetired(Samples.release("t-5")), by: bench.author)
        }
        _ = try bench.adopted(try await bench.adopt())
        let grant = try await station.take(bench.hub, 3)
        // One whose chip was given up waits for another chip, as it did at the station.
        #expect(grant.tags.map(\.text) == ["t-2", "t-4", "t-5"])
        try await station.write("t-4", chip: 44)
        try await station.write("t-2", chip: 45)
        try await station.send(to: bench.hub)
        #expect(try await bench.hub.tag(try name("t-4"))?.state == .written)
        let check = try await bench.hub.proveTables()
        #expect(check.brokenAt == nil && check.deviations == [])
    }

    @Test func `takes a registry again that it has forgotten, where --again is given`() async throws {
        let (bench, other) = (try await AdoptedBench(), try await AdoptedBench())
        _ = try await FullRegistry.make(bench.path)
        let state = try bench.adopted(try await bench.adopt())
        let refusal = await #expect(throws: RegistryError.self) { try await bench.adopt(to: other.hub) }
        #expect(refusal?.reason.contains("handed over") == true)
        let again = try bench.adopted(try await bench.adopt(to: other.hub, again: true))
        #expect(again.chain == state.chain && again.head == state.head)
    }

    @Test func `is signed for as every chain is`() async throws {
        let bench = try await AdoptedBench()
        _ = try await FullRegistry.make(bench.path)
        let state = try bench.adopted(try await bench.adopt())
        let connection = try PostgresConnection(bench.place.address)
        let moved = try connection.rows(
            "SELECT 1::bigint FROM moved_heads WHERE encode(chain, 'hex') = $1", [.text("\(state.chain)")])
        #expect(moved.count == 1)
        try connection.change("ALTER TABLE journal DISABLE TRIGGER journal_is_append_only")
        try connection.change(
            "UPDATE journal SET actor = 'eve' WHERE sequence = 5 AND encode(chain, 'hex') = $1",
            [.text("\(state.chain)")])
        let check = try await bench.hub.verifyJournal()
        #expect(check.brokenAt != nil && check.deviations?.first?.subject == "chain \(state.chain)")
    }
}
