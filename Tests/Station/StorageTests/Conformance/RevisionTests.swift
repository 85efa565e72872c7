import Registry
import Testing

@Suite(.takesTurns) struct `Revising a batch` {
    private func tag(
        _ id: String, url: String? = nil, placement: String? = nil, medium: Medium = .nfc
    ) throws -> Registry.Tag {
        let old = try Samples.tag(id, medium: medium)
        return Registry.Tag(
            id: old.id, batch: old.batch, store: old.store, placement: placement ?? old.placement, medium: medium,
            url: url ?? old.url)
    }

    private func revision(_ tags: [Registry.Tag], template: String? = nil) throws -> JournalEvent {
        .batchRevised(Batch(name: try name("opening"), template: template, tags: tags))
    }

    @Test(arguments: StorageKind.all)
    func `makes written tags outdated, and writes them again on the same chip`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.written())
        let url = "https://example.com/s/1"
        try await bench.record(revision([tag("t-1", url: url), tag("t-2", placement: "door"), tag("t-9")]))
        let batch = try #require(try await bench.storage.batch(name("opening")))
        #expect(batch.tags.map(\.id.text) == ["t-1", "t-2", "t-3", "t-9"])
        #expect(batch.tags.map(\.state) == [.outdated, .planned, .planned, .planned])
        #expect(batch.tags[0].writtenURL == Samples.url(of: "t-1") && batch.tags[0].url == url)
        #expect(batch.tags[1].placement == "door")
        #expect(try await bench.storage.batches()[0].outdated == 1)

        try await bench.record([
            .writeIntended(Samples.write("t-1", chip: 1, url: url)),
            .writeConfirmed(Samples.write("t-1", chip: 1, url: url)),
        ])
        #expect(try await bench.storage.tag(name("t-1"))?.writtenURL == url)
        #expect(try await bench.state("t-1") == .written)
    }

    @Test(arguments: StorageKind.all)
    func `and taking it back leaves the tag as it was`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.written())
        let before = try await bench.storage.tag(name("t-1"))
        try await bench.record(revision([tag("t-1", url: "https://example.com/s/1")]))
        try await bench.record(revision([tag("t-1")]))
        #expect(try await bench.storage.tag(name("t-1")) == before)
    }

    @Test(arguments: StorageKind.all)
    func `prints labels again`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened() + [.sheetMade(Samples.sheet(["q-1"]))])
        let old = try Samples.tag("q-1", batch: "signs", medium: .qr)
        let new = Registry.Tag(
            id: old.id, batch: old.batch, store: old.store, placement: old.placement, medium: .qr, url: old.url + "&v=2"
        )
        try await bench.record(.batchRevised(Batch(name: old.batch, template: nil, tags: [new])))
        #expect(try await bench.state("q-1") == .outdated)
        try await bench.record(.sheetMade(try Samples.sheet(["q-1"])))
        #expect(try await bench.state("q-1") == .printed)
    }

    @Test(arguments: StorageKind.all)
    func `is refused for what cannot change`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.written())
        try await bench.refuses(
            revision([tag("t-1", medium: .qr)]), .contradiction, why: "tag t-1 is nfc, not qr")
        try await bench.refuses(
            revision([tag("q-1")]), .alreadyExists, why: "tag q-1 exists already, in batch signs")
        try await bench.refuses(
            .batchRevised(Batch(name: name("closing"), template: nil, tags: [])), .unknownBatch,
            why: "no batch has this name")
    }
}

@Suite(.takesTurns) struct `A batch that rests` {
    @Test(arguments: StorageKind.all)
    func `is paused and resumed once each`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        let pause = BatchPause(batch: try name("opening"), reason: "lunch")
        try await bench.refuses(.batchResumed(pause), .contradiction, why: "it is not paused")
        try await bench.record(.batchPaused(pause))
        try await bench.reopen()
        #expect(try await bench.storage.batches().map(\.isPaused) == [true, false])
        #expect(try await bench.storage.batch(name("opening"))?.isPaused == true)
        try await bench.refuses(.batchPaused(pause), .contradiction, why: "it is paused already")
        try await bench.record(.batchResumed(pause))
        #expect(try await bench.storage.batch(name("opening"))?.isPaused == false)
    }
}

@Suite(.takesTurns) struct `A tag's history` {
    @Test(arguments: StorageKind.all)
    func `is what the journal says about it, and no other tag`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(
            Samples.written() + [
                .chipRefused(Samples.problem("t-2", chip: 9)), .tagReplaced(Samples.release("t-1", chip: 1)),
                .sheetMade(Samples.sheet(["q-2", "q-1"])),
            ])
        #expect(
            try await bench.storage.journal(about: name("t-1")).map(\.kind)
                == ["write-intended", "write-confirmed", "tag-replaced"])
        #expect(try await bench.storage.journal(about: name("q-1")).map(\.kind) == ["sheet-made"])
        #expect(try await bench.storage.journal(about: name("t-3")).isEmpty)
    }

    @Test(arguments: StorageKind.all)
    func `and its URL find it`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        #expect(try await bench.storage.tags(withURL: Samples.url(of: "q-1")).map(\.id.text) == ["q-1"])
        #expect(try await bench.storage.tags(withURL: "https://example.com/").isEmpty)
    }
}
