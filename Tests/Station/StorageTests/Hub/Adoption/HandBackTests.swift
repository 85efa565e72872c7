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
            of: try names.map { try name($0) }, from: bench.hub, to: file, by: bench.author, tell: tell
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
        }
        guard case .handedBack(let first) = try await handBack(["opening"]) else {
            Issue.record("something differs")
            return
        }
        try await compare(["opening"])
        let kinds = try await bench.hub.journal(from: 1, limit: 100).map(\.kind)
        #expect(kinds.filter { $0 == "batches-handed-back" }.count == 1)
        let taken = await #expect(throws: RegistryError.self) { try await handBack(["opening"]) }
        #expect(taken?.code == .alreadyExists)
        try FileManager.default.removeItem(atPath: file)
        let gone = await #expect(throws: RegistryError.self) { try await handBack(["opening"]) }
        #expect(gone?.reason.contains("\(first.chain)") == true)
    }
}
