import AppClips
import Registry
import Testing

/// Mistakes are taken back as long as nothing came of them.
@Suite(.takesTurns) struct `What nothing uses` {
    @Test(arguments: StorageKind.all)
    func `a batch that was never begun is deleted, and its identifiers are free again`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        try await bench.record(.batchDeleted(BatchDeletion(batch: name("opening"), tags: 3)))
        #expect(try await bench.storage.batches().map(\.name.text) == ["signs"])
        #expect(try await bench.storage.tag(name("t-1")) == nil)
        try await bench.record(.batchCreated(try Samples.batch("again", ["t-1"])))
        #expect(try await bench.state("t-1") == .planned)
        try await bench.refuses(
            .batchDeleted(BatchDeletion(batch: name("opening"), tags: 3)), .unknownBatch,
            why: "no batch has this name")
        #expect(try await bench.storage.verifyJournal().brokenAt == nil)
    }

    @Test(arguments: StorageKind.all)
    func `a batch with a tag that was begun stays, whatever the tag is now`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let deletion = JournalEvent.batchDeleted(BatchDeletion(batch: try name("opening"), tags: 3))
        try await bench.record(Samples.opened() + [.writeIntended(try Samples.write("t-1", chip: 1))])
        try await bench.refuses(deletion, .contradiction, why: "tag t-1 is unfinished")
        try await bench.record(.writeConfirmed(try Samples.write("t-1", chip: 1)))
        try await bench.refuses(deletion, .contradiction, why: "tag t-1 is written")
        // Its old chip may still be about.
        try await bench.record(.tagReplaced(try Samples.release("t-1", chip: 1)))
        #expect(try await bench.state("t-1") == .planned)
        try await bench.refuses(deletion, .contradiction, why: "tag t-1 was on a chip")
        let tag = JournalEvent.tagDeleted(TagDeletion(tag: try name("t-1"), batch: try name("opening")))
        try await bench.refuses(tag, .contradiction, why: "it was on a chip")
        // A label of it may hang.
        let signs = JournalEvent.batchDeleted(BatchDeletion(batch: try name("signs"), tags: 2))
        try await bench.record([.sheetMade(try Samples.sheet(["q-1"])), .tagReplaced(try Samples.release("q-1"))])
        try await bench.refuses(signs, .contradiction, why: "tag q-1 was printed")
    }

    @Test(arguments: StorageKind.all)
    func `a tag that was never begun is deleted, the others and their order stay`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        func delete(_ tag: String) throws -> JournalEvent {
            .tagDeleted(TagDeletion(tag: try name(tag), batch: try name("opening")))
        }
        try await bench.record(try delete("t-2"))
        #expect(try await bench.storage.batch(name("opening"))?.tags.map(\.id.text) == ["t-1", "t-3"])
        // Behind the others, although a row between them is free.
        try await bench.record(.batchRevised(try Samples.batch("opening", ["t-9"])))
        #expect(try await bench.storage.batch(name("opening"))?.tags.map(\.id.text) == ["t-1", "t-3", "t-9"])
        try await bench.record([try delete("t-1"), try delete("t-3")])
        try await bench.refuses(
            try delete("t-9"), .contradiction, why: "it is the only tag of batch opening, and a batch is not empty")
        try await bench.refuses(try delete("t-1"), .unknownTag, why: "batch opening does not hold it")
    }

    @Test(arguments: StorageKind.all)
    func `a store goes when no tag and no experience is for it`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        let url = try InvocationURL("https://example.com/paris")
        let card = try Card(title: "T", subtitle: "S", action: .open)
        try await bench.record([
            .storesImported([try Samples.store("paris")], file: "s.csv"),
            .experiencesImported([Experience(url: url, card: card, store: try name("paris"))], file: "e.csv"),
        ])
        func delete(_ store: String) throws -> JournalEvent { .storeDeleted(StoreDeletion(try name(store))) }
        try await bench.refuses(try delete("cupertino"), .contradiction, why: "5 tags are for it")
        try await bench.refuses(
            try delete("paris"), .contradiction, why: "the experience https://example.com/paris is for it")
        let experience = ExperienceDeletion(Experience(url: url, card: card))
        try await bench.record([.experienceDeleted(experience), try delete("paris")])
        #expect(try await bench.storage.stores().map(\.id.text) == ["cupertino"])
        #expect(try await bench.storage.experiences().isEmpty)
        try await bench.refuses(try delete("paris"), .unknownStore, why: "no store has this identifier")
        try await bench.refuses(
            .experienceDeleted(experience), .unknownExperience, why: "no experience has this URL")
    }

    @Test(arguments: StorageKind.all)
    func `an experience stays while a tag opens it`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        let whole = try Samples.experience("https://example.com/")
        let own = try Samples.experience("https://example.com/store/cupertino")
        try await bench.record(.experiencesImported([whole, own], file: "e.csv"))
        try await bench.refuses(
            .experienceDeleted(ExperienceDeletion(own)), .contradiction, why: "tag t-1 of batch opening opens it")
        try await bench.record(.experienceDeleted(ExperienceDeletion(whole)))
        #expect(try await bench.storage.experiences() == [own])
    }
}
