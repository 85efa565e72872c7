import Registry
import Testing

@Suite(.takesTurns) struct `Batches and deployments` {
    private func deployment(
        name: String = "egg", stores: [String] = ["cupertino"], batches: [Batch]
    ) throws -> LoadedDeployment {
        LoadedDeployment(
            name: name, template: "https://example.com/{tag}", stores: try stores.map { try Samples.store($0) },
            experiences: [try Samples.experience("https://example.com/")], batches: batches)
    }

    @Test(arguments: StorageKind.all)
    func `keep the order of their rows and of their making`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(.storesImported([try Samples.store("cupertino")], file: "stores.csv"))
        let late = try Samples.batch("late", ["t-10", "t-9", "a"])
        let early = Batch(
            name: try name("early"), template: nil, tags: [try Samples.tag("q", batch: "early", medium: .qr)])
        try await bench.record([.batchCreated(late), .batchCreated(early)])
        #expect(try await bench.storage.batch(name("late")) == late)
        #expect(try await bench.storage.batch(name("early")) == early)
        #expect(try await bench.storage.tags() == late.tags + early.tags)
        #expect(try await bench.storage.tag(name("t-9")) == late.tags[1])
        #expect(try await bench.storage.batches().map(\.name.text) == ["late", "early"])
        #expect(try await bench.storage.templates() == [try StoreTemplate("https://example.com/store/{store}{?tag}")])
    }

    @Test(arguments: StorageKind.all)
    func `count their tags by state`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.written())
        try await bench.record([
            .writeIntended(try Samples.write("t-2", chip: 2)), .sheetMade(try Samples.sheet(["q-2"])),
            .tagRetired(try Samples.release("q-1")),
            .batchCreated(Batch(name: try name("empty"), template: nil, tags: [])),
        ])
        #expect(
            try await bench.storage.batches() == [
                BatchSummary(name: try name("opening"), counts: [.planned: 1, .unfinished: 1, .written: 1]),
                BatchSummary(name: try name("signs"), counts: [.printed: 1, .retired: 1]),
                BatchSummary(name: try name("empty"), counts: [:]),
            ])
        #expect(try await bench.storage.batches().map(\.tags) == [3, 2, 0])
    }

    @Test(arguments: StorageKind.all)
    func `plan their tags anew, whatever state a row claims`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(.storesImported([try Samples.store("cupertino")], file: "stores.csv"))
        var tag = try Samples.tag("t-1")
        tag.state = .written
        tag.uid = try Samples.chip(1)
        try await bench.record(.batchCreated(Batch(name: tag.batch, template: nil, tags: [tag])))
        #expect(try await bench.storage.tags() == [try Samples.tag("t-1")])
    }

    /// Large enough to come in pieces, where a storage does that.
    @Test(arguments: StorageKind.all)
    func `are in as a whole, or not at all, when they are large`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        let ids = (1...700).map { "l-\($0)" }
        try await bench.refuses(
            .batchCreated(try Samples.batch("large", ids + ["t-1"])), .alreadyExists,
            why: "tag t-1 exists already, in batch opening")
        try await bench.refuses(
            .batchCreated(try Samples.batch("large", ids + ["l-1"])), .alreadyExists,
            why: "tag l-1 exists already, in batch large")
        try await bench.refuses(
            .batchCreated(try Samples.batch("opening", ids)), .alreadyExists,
            why: "a batch of this name exists already")
        let large = try Samples.batch("large", ids)
        let entry = try await bench.record(.batchCreated(large))
        #expect(try await bench.storage.newestEntry() == entry)
        #expect(try await bench.storage.batch(name("large")) == large)
        #expect(try await bench.storage.batches().map(\.name.text) == ["opening", "signs", "large"])
        try await bench.record([
            .writeIntended(try Samples.write("l-700", chip: 9, batch: "large")),
            .batchCreated(try Samples.batch("next", ["n-1"])),
        ])
        #expect(try await bench.storage.tag(onChip: Samples.chip(9))?.id == name("l-700"))
    }

    @Test(arguments: StorageKind.all)
    func `are refused for names and identifiers that exist`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        try await bench.refuses(
            .batchCreated(try Samples.batch("opening", ["t-9"])), .alreadyExists,
            why: "a batch of this name exists already")
        try await bench.refuses(
            .batchCreated(try Samples.batch("more", ["t-9", "q-1"])), .alreadyExists,
            why: "tag q-1 exists already, in batch signs")
        try await bench.refuses(
            .batchCreated(try Samples.batch("more", ["t-9", "t-9"])), .alreadyExists,
            why: "tag t-9 exists already, in batch more")
    }

    /// A name with an override would make "gnp.elas" of "sale.png" in every list.
    @Test(arguments: StorageKind.all)
    func `are refused for names that turn the direction of writing, and so are readers`(kind: StorageKind) async throws
    {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        try await bench.refuses(
            .batchCreated(try Samples.batch("a\u{202E}b", ["t-9"])), .badName,
            why: "\"a\\u{202e}b\" contains a character that turns the direction of writing")
        let reader = ReaderRecord(name: try #require(ReaderName("r\u{2067}")), connection: "usb:1-1")
        try await bench.refuses(
            .readerAdded(reader), .badName,
            why: "\"r\\u{2067}\" contains a character that turns the direction of writing")
    }

    @Test(arguments: StorageKind.all)
    func `are refused for a store that is not known`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        let tag = try Samples.tag("t-9", batch: "more", store: "paris")
        try await bench.refuses(
            .batchCreated(Batch(name: tag.batch, template: nil, tags: [tag])), .contradiction,
            why: "tag t-9 is for store paris, which is not known")
    }

    @Test(arguments: StorageKind.all)
    func `are loaded with a deployment, and loading it again changes no tag`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let opening = try Samples.batch("opening", ["t-1", "t-2"])
        try await bench.record(.deploymentLoaded(try deployment(batches: [opening])))
        try await bench.record([
            .writeIntended(try Samples.write("t-1", chip: 1)), .writeConfirmed(try Samples.write("t-1", chip: 1)),
        ])
        let before = try await bench.storage.tags()

        let more = try Samples.batch("more", ["t-3"])
        try await bench.record(
            .deploymentLoaded(try deployment(stores: ["cupertino", "paris"], batches: [opening, more])))
        #expect(try await bench.storage.tags() == before + more.tags)
        #expect(try await bench.storage.stores().count == 2)
        #expect(try await bench.storage.experiences().count == 1)
        #expect(
            try await bench.storage.templates() == [
                try StoreTemplate("https://example.com/store/{store}{?tag}"),
                try StoreTemplate("https://example.com/{tag}", of: name("egg")),
            ])
    }

    @Test(arguments: StorageKind.all)
    func `that moved on take new rows from a deployment, and keep what they have`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let first = try deployment(batches: [try Samples.batch("opening", ["t-1", "t-2"])])
        try await bench.record(.deploymentLoaded(first))
        let moved = Registry.Tag(
            id: try name("t-1"), batch: try name("opening"), store: try name("cupertino"), placement: "window",
            medium: .nfc, url: "https://example.com/store/cupertino?tag=new")
        try await bench.record(
            .batchRevised(Batch(name: try name("opening"), template: first.batches[0].template, tags: [moved])))
        let new = try Samples.batch("new", ["n-1", "t-2"])
        try await bench.record(
            .deploymentLoaded(
                try deployment(
                    stores: ["cupertino", "paris"],
                    batches: [try Samples.batch("opening", ["t-3", "t-2", "t-1"]), new])))
        let tags = try #require(try await bench.storage.batch(name("opening"))).tags
        #expect(tags.map(\.id.text) == ["t-1", "t-2", "t-3"])
        #expect(tags[0] == moved)
        // t-2 is the other batch's.
        #expect(try await bench.storage.batch(name("new"))?.tags.map(\.id.text) == ["n-1"])
        #expect(try await bench.storage.stores().map(\.id.text) == ["cupertino", "paris"])
    }

    @Test(arguments: StorageKind.all)
    func `of the same name without a common tag are left alone`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        let before = try await bench.storage.tags()
        try await bench.record(
            .deploymentLoaded(try deployment(stores: ["paris"], batches: [try Samples.batch("opening", ["x-1"])])))
        #expect(try await bench.storage.tags() == before)
        #expect(try await bench.storage.stores().map(\.id.text) == ["cupertino", "paris"])
    }

    @Test(arguments: StorageKind.all)
    func `hold ten thousand tags in order`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(.storesImported([try Samples.store("cupertino")], file: "stores.csv"))
        // An order that is neither that of numbers nor that of letters.
        let ids = (0..<10_000).map { "t-\($0 * 7_919 % 10_000)" }
        let batch = try Samples.batch("opening", ids)
        try await bench.record(.batchCreated(batch))
        #expect(try await bench.storage.batch(batch.name)?.tags.map(\.id.text) == ids)
        #expect(try await bench.storage.tags() == batch.tags)
        #expect(try await bench.storage.batches().map(\.planned) == [10_000])
        try await bench.reopen()
        #expect(try await bench.storage.tags() == batch.tags)
    }
}
