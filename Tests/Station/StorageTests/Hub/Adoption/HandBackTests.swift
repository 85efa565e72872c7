import Doctor
import Faults
import Foundation
import Grants
import HubStorage
import PostgreSQL
import Registry
import Storage
import Synchronization
import TestBench
import Testing

@Suite(.needsPostgreSQL, .takesTurns) struct `Batches that leave a hub` {
    private let bench: AdoptedBench
    private var file: String { bench.folder["own.sqlite"] }

    init() async throws {
        bench = try await AdoptedBench()
        let registry = try await FullRegistry.make(bench.path, tags: 300)
        try await registry.record(.writeIntended(Samples.write("t-9", chip: 9)), by: FullRegistry.author)
        _ = try bench.adopted(try await bench.adopt())
    }

    private func handBack(
        _ names: [String], tell: @escaping @Sendable (HandBack.Step) throws -> Void = { _ in }
    ) async throws -> HandBack.Outcome {
        try await HandBack(
            of: try names.map { try name($0) }, from: bench.hub, to: file, noting: bench.notes, by: bench.author,
            tell: tell
        ).run()
    }

    private func compare(_ names: [String]) async throws {
        let registry = try SQLiteRegistry(path: file)
        let check = try await registry.proveTables()
        #expect(check.brokenAt == nil && check.deviations == [])
        for batch: BatchName in try names.map({ try name($0) }) {
            let (own, hub) = (try await registry.batch(batch), try await bench.hub.batch(batch))
            #expect(own == hub && own?.tags.isEmpty == false)
        }
        let tags = Set(try await registry.tags().map(\.id))
        let former = try await bench.hub.formerCarriers().filter { tags.contains($0.tag) }
        #expect(try await registry.formerCarriers() == former)
        let stores = try await bench.hub.stores()
        #expect(try await registry.stores().allSatisfy(stores.contains))
    }

    @Test func `are a registry of its own, and nothing of the hub's any more`() async throws {
        guard case .handedBack(let handBack) = try await handBack(["opening", "signs", "shop signs"]) else {
            Issue.record("something differs")
            return
        }
        #expect(handBack.tags == 900)
        try await compare(["opening", "signs", "shop signs"])
        // Neither the hub nor a station writes them.
        await #expect(throws: GrantError.self) {
            try await bench.hub.record(.tagRetired(Samples.release("t-5")), by: bench.author)
        }
        let station = try await BenchStation.joined("north", bench.hub)
        guard case .refused = try await station.ask(bench.hub, "opening", 3) else {
            Issue.record("tags were granted that are not the hub's")
            return
        }
        let check = try await bench.hub.proveTables()
        #expect(check.brokenAt == nil && check.deviations == [])
        // The registry works by itself: what was half written is finished on its chip, and what is planned is written.
        let registry = try SQLiteRegistry(path: file)
        #expect(try await registry.standing() == .alone)
        for write in try [Samples.write("t-9", chip: 9), Samples.write("t-20", chip: 20)] {
            try await registry.record(.writeIntended(write), by: bench.author)
            try await registry.record(.writeConfirmed(write), by: bench.author)
        }
        #expect(try await registry.proveTables().deviations == [])
        // A chip that carries a tag, or did, is taken for no other.
        await #expect(throws: RegistryError.self) {
            try await registry.record(.writeIntended(Samples.write("t-30", chip: 1)), by: bench.author)
        }
    }

    /// The chip holds the right URL, and by plan and rules alone it would be in order.
    @Test func `have tags that are outdated because a key was rotated`() async throws {
        let other = bench.folder["passwords.sqlite"]
        let registry = try SQLiteRegistry(path: other, now: Bench.clock(from: 3_600))
        let (old, new) = (
            KeyName(identifier: "k-2026", check: "A1B2C3"), KeyName(identifier: "k-2027", check: "D4E5F6")
        )
        let batch: BatchName = try name("doors")
        func write(_ tag: String, chip: UInt8, key: KeyName?) throws -> [JournalEvent] {
            let plain = try Samples.write(tag, chip: chip, batch: "doors")
            let written = TagWrite(
                tag: plain.tag, batch: batch, uid: plain.uid, product: plain.product, url: plain.url,
                reader: plain.reader, protection: .password, key: key)
            return [.writeIntended(plain), .writeConfirmed(written)]
        }
        let events: [JournalEvent] =
            try [
                .storesImported([Samples.store("cupertino")], file: "s"),
                .batchCreated(Samples.batch("doors", ["d-1", "d-2", "d-3"])),
                .batchRuled(BatchPolicy(batch: batch, rules: BatchRules(protection: .password))),
            ] + write("d-1", chip: 101, key: old) + [.keyRotated(KeyRotation(batch: batch, key: new))]
            + write("d-2", chip: 102, key: new)
        for event in events { try await registry.record(event, by: FullRegistry.author) }
        _ = try bench.adopted(try await bench.adopt(other))
        #expect(try await bench.hub.batch(batch)?.tags.map(\.state) == [.outdated, .written, .planned])
        guard case .handedBack = try await handBack(["doors"]) else {
            Issue.record("something differs")
            return
        }
        try await compare(["doors"])
        #expect(
            try await SQLiteRegistry(path: file).batch(batch)?.tags.map(\.state) == [.outdated, .written, .planned])
    }

    @Test func `stay where a station may write one of their tags`() async throws {
        let station = try await BenchStation.joined("north", bench.hub)
        try await station.take(bench.hub, 1)
        let refusal = await #expect(throws: GrantError.self) { try await handBack(["opening"]) }
        #expect(refusal?.code == .tagHeld)
        #expect(!FileManager.default.fileExists(atPath: file))
        // The others go.
        guard case .handedBack = try await handBack(["signs"]) else {
            Issue.record("something differs")
            return
        }
        try await compare(["signs"])
    }

    @Test func `go once, wherever that was interrupted, and over no file`() async throws {
        struct Interruption: Error {}
        for step in HandBack.Step.allCases {
            await #expect(throws: Interruption.self) {
                try await handBack(["opening"]) { if $0 == step { throw Interruption() } }
            }
            #expect(!FileManager.default.fileExists(atPath: file))
            // Before it has its name, and not before it is whole.
            #expect(try bench.notes.all().isEmpty == (step != .naming))
        }
        guard case .handedBack(let first) = try await handBack(["opening"]) else {
            Issue.record("something differs")
            return
        }
        try await compare(["opening"])
        #expect(try bench.notes.all() == [first])
        let kinds = try await bench.hub.journal(from: 1, limit: 100).map(\.kind)
        #expect(kinds.filter { $0 == "batches-handed-back" }.count == 1)
        let taken = await #expect(throws: RegistryError.self) { try await handBack(["opening"]) }
        #expect(taken?.code == .alreadyExists)
        try FileManager.default.removeItem(atPath: file)
        let gone = await #expect(throws: RegistryError.self) { try await handBack(["opening"]) }
        #expect(gone?.reason.contains("\(first.chain)") == true)
    }

    /// The command does not come to its end, and no daemon may have seen its note.
    @Test(arguments: [HandBack.Step.comparing, .noting])
    func `are no registry where the database forgets them meanwhile`(step: HandBack.Step) async throws {
        let address = bench.place.address
        let refused = await #expect(throws: RegistryError.self) {
            try await handBack(["opening"]) {
                if $0 == step { try PostgresConnection(address).change("DELETE FROM handed_back") }
            }
        }
        #expect(refused?.code == .hubBehind)
        #expect(!FileManager.default.fileExists(atPath: file))
        // No era is to begin for it.
        #expect(try bench.notes.all() == [])
    }

    @Test func `stay where no daemon would know of it apart from the database`() async throws {
        func refusal(_ notes: HandBackNotes) async throws -> RegistryError? {
            return await #expect(throws: RegistryError.self) {
                try await HandBack(
                    of: [try name("opening")], from: bench.hub, to: file, noting: notes, by: bench.author
                ).run()
            }
        }
        #expect(try await refusal(HandBackNotes(in: bench.folder.path))?.reason.contains(bench.folder.path) == true)
        // As a daemon that has ended in order.
        try PostgresConnection(bench.place.address).change("DELETE FROM daemons")
        #expect(try await refusal(bench.notes)?.reason.contains("does not run") == true)
        #expect(!FileManager.default.fileExists(atPath: file))
        let kinds = try await bench.hub.journal(from: 1, limit: 100).map(\.kind)
        #expect(!kinds.contains("batches-handed-back"))
    }

    @Test func `are named by the doctor where the database knows nothing of what a daemon's folder notes`()
        async throws
    {
        guard case .handedBack = try await handBack(["opening", "signs"]) else {
            Issue.record("something differs")
            return
        }
        let noted = try bench.notes.all()
        func forgotten() throws -> [[String]] {
            try HubDatabasePicture(lookingAt: bench.place.address, noted: noted).forgottenHandBacks
        }
        #expect(try forgotten() == [])
        try PostgresConnection(bench.place.address).change("DELETE FROM handed_back")
        #expect(try forgotten() == [["opening", "signs"]])
    }

    /// What was renewed is free, but not here: another registry has the batch.
    @Test func `get no free row when a station is lost that had one of their tags`() async throws {
        let station = try await BenchStation.joined("north", bench.hub)
        try await station.take(bench.hub, 1)
        let connection = try PostgresConnection(bench.place.address)
        let chain = PostgresValue.bytes([UInt8](repeating: 7, count: 16))
        // As a daemon enters a hand-back again that the database has forgotten.
        try connection.change(
            "INSERT INTO handed_back (chain, batches, tags, ended) VALUES ($1, '[\"opening\"]', 300, true)", [chain])
        try connection.change(
            "INSERT INTO claims (tag, chain) SELECT id, $1 FROM tags WHERE holder IS NOT NULL", [chain])
        try connection.change(
            """
            UPDATE tags SET holder = $1
            WHERE holder IS NULL AND batch = (SELECT number FROM batches WHERE name = 'opening')
            """, [chain])
        _ = try await bench.hub.declareLost(station.name, reason: "stolen", by: bench.author)
        #expect(try connection.rows("SELECT count(*) FROM renewed_tags").first?.integer(0) == 1)
        let other = try await BenchStation.joined("south", bench.hub)
        #expect(try await other.ask(bench.hub, "opening", 1) == .refused(.nothingFree))
    }
}
