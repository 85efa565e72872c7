import Registry
import Testing

@Suite(.takesTurns) struct `What was given up` {
    @Test(arguments: StorageKind.all)
    func `a replaced and a retired chip are known with what they hold`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.written())
        #expect(try await bench.storage.formerCarriers() == [])
        let tag = try #require(try await bench.storage.tag(name("t-1")))
        let release = TagRelease(tag: tag.id, uid: tag.uid, reason: "spoiled")
        try await bench.record(.tagReplaced(release))
        let former = try await bench.storage.formerCarriers()
        #expect(former.map(\.cause) == [.replaced])
        #expect(former.map(\.uid) == [tag.uid] && former.map(\.url) == [tag.url] && former.map(\.tag) == [tag.id])
        #expect(former.first?.ended == (try await bench.storage.newestEntry()?.time))
        // A tag that is on nothing leaves nothing behind.
        try await bench.record(.tagRetired(TagRelease(tag: tag.id, uid: nil, reason: "closed")))
        #expect(try await bench.storage.formerCarriers().count == 1)
    }

    @Test(arguments: StorageKind.all)
    func `a chip on a reader is asked about by its UID, and its last tag is told`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let (chip, other) = (try Samples.chip(1), try Samples.chip(2))
        try await bench.record(Samples.written())
        #expect(try await bench.storage.formerCarrier(onChip: chip) == nil)
        try await bench.record(.tagReplaced(try Samples.release("t-1", chip: 1)))
        let first = try await bench.storage.formerCarriers()
        // The chip was given up twice: an earlier version had written it again as another tag.
        let second = FormerCarrier(
            tag: try name("t-2"), uid: chip, url: nil, cause: .replaced,
            ended: Timestamp(milliseconds: 1_795_300_000_000))
        let restoration = RegistryRestoration(
            backup: "backup.sqlite", newest: nil, replaced: nil, lost: 1, tags: [], isDoubtful: false, lastFinding: 0,
            lastImport: 0, kept: nil)
        try await bench.record([
            .registryRestored(
                restoration, LostRecords(lives: [:], isProven: true, formerCarriers: first + [second])),
            .writeIntended(try Samples.write("t-1", chip: 2)),
        ])
        #expect(try await bench.storage.formerCarriers() == first + [second])
        let former = try #require(try await bench.storage.formerCarrier(onChip: chip))
        #expect(former.tag == (try name("t-2")) && former.cause == .replaced && former.uid == chip)
        #expect(try await bench.storage.formerCarriers().last == former)
        #expect(try await bench.storage.formerCarrier(onChip: other) == nil)
        try await bench.record(.tagRetired(try Samples.release("t-1", chip: 2)))
        #expect(try await bench.storage.formerCarrier(onChip: other)?.cause == .retired)
        try await bench.reopen()
        #expect(try await bench.storage.formerCarrier(onChip: chip) == former)
    }

    @Test(arguments: StorageKind.all)
    func `a label that hangs is known by its URL when the batch is revised`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened() + [.sheetMade(Samples.sheet(["q-1"]))])
        let old = try Samples.tag("q-1", batch: "signs", medium: .qr)
        func revision(_ url: String) -> JournalEvent {
            .batchRevised(
                Batch(
                    name: old.batch, template: nil,
                    tags: [
                        Registry.Tag(
                            id: old.id, batch: old.batch, store: old.store, placement: old.placement, medium: .qr,
                            url: url)
                    ]))
        }
        try await bench.record(revision(old.url + "&v=2"))
        // It was not printed with this one.
        try await bench.record(revision(old.url + "&v=3"))
        let former = try await bench.storage.formerCarriers()
        #expect(former.map(\.url) == [old.url] && former.map(\.cause) == [.revised] && former.map(\.uid) == [nil])
        try await bench.record(.tagRetired(TagRelease(tag: old.id, uid: nil, reason: "closed")))
        #expect(try await bench.storage.formerCarriers().map(\.cause) == [.revised, .retired])
    }
}
