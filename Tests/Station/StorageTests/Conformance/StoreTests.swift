import AppClips
import Geodesy
import Registry
import Testing

@Suite(.takesTurns) struct `Stores, experiences and readers` {
    @Test(arguments: StorageKind.all)
    func `are empty at first`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let everything = try await Everything(bench.storage)
        #expect(everything.stores.isEmpty && everything.experiences.isEmpty && everything.readers.isEmpty)
        #expect(everything.batches.isEmpty && everything.tags.isEmpty && everything.templates.isEmpty)
        #expect(try await bench.storage.batch(name("opening")) == nil)
        #expect(try await bench.storage.tag(name("t-1")) == nil)
        #expect(try await bench.storage.tag(onChip: Samples.chip(1)) == nil)
    }

    @Test(arguments: StorageKind.all)
    func `are kept to the last digit and letter`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let stores = [
            Store(
                id: try name("B"), name: "Bright Egg 'Café' \"서울\" \u{0}x; DROP TABLE stores",
                region: try Region(
                    centre: Coordinate(latitude: 0.1 + 0.2, longitude: -179.999_999_999_999_97), radius: 499.999_999_9),
                address: "1 Infinite Loop"),
            Store(
                id: try name("a"), name: "Roams", region: nil, isRoaming: true,
                place: try Coordinate(latitude: 0.1 + 0.2, longitude: -0.3)),
            // One word in two spellings: two stores.
            Store(id: try name("cafe\u{301}"), name: "decomposed", region: nil, address: ""),
            Store(id: try name("caf\u{E9}"), name: "composed", region: nil),
        ]
        let experiences = [
            try Samples.experience("https://example.com/"),
            Experience(
                url: try InvocationURL("https://example.com/store/12"),
                card: try Card(title: "T", subtitle: "S", action: .play), store: try name("12"), image: "egg.png",
                language: "EN", status: .retired, app: "TEAM.egg.Clip"),
        ]
        try await bench.record([
            .storesImported(stores, file: "stores.csv"), .experiencesImported(experiences, file: "experiences.csv"),
        ])
        #expect(try await bench.storage.stores() == stores)
        #expect(
            try await bench.storage.stores().map { Array($0.id.text.utf8) } == stores.map { Array($0.id.text.utf8) })
        #expect(try await bench.storage.experiences() == experiences)
    }

    @Test(arguments: StorageKind.all)
    func `what a deployment says of itself and where its tags were put up is kept`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let profile = DeploymentProfile(
            name: "egg", template: "https://example.com/{tag}", apps: ["TEAM.egg.Clip"],
            appStoreIDs: ["TEAM.egg.Clip": "1"], fullApps: ["TEAM.egg"], minimumIOS: "16.4",
            push: "https://example.com/", chip: "NTAG215",
            android: [AndroidApp(name: "egg.app", fingerprints: ["AB"])],
            order: WebOrder(url: "https://order.example/{store}", labels: ["EN": "Order"]))
        let time = Timestamp(milliseconds: 1_700_000_000_000)
        func tag(_ accuracy: Double) throws -> Registry.Tag {
            Registry.Tag(
                id: try name("t-1"), batch: try name("b"), store: try name("cupertino"), placement: "door", medium: .qr,
                url: "https://example.com/t-1",
                deployed: Deployed(
                    position: try Coordinate(latitude: 37.1, longitude: -122.2), accuracy: accuracy, time: time))
        }
        let batch = Batch(name: try name("b"), template: nil, tags: [try tag(8)])
        try await bench.record([
            .deploymentLoaded(
                LoadedDeployment(
                    name: "egg", template: profile.template, stores: [try Samples.store("cupertino")], experiences: [],
                    batches: [batch], profile: profile))
        ])
        #expect(try await bench.storage.deployments() == [profile])
        #expect(try await bench.storage.tags() == batch.tags)
        // Surveyed again.
        try await bench.record([.batchRevised(Batch(name: try name("b"), template: nil, tags: [try tag(2)]))])
        #expect(try await bench.storage.tags().map(\.deployed?.accuracy) == [2])
    }

    @Test(arguments: StorageKind.all)
    func `are replaced by what is imported under the same key`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        try await bench.record([
            .storesImported(
                [try Samples.store("berkeley"), try Samples.store("cupertino", radius: nil)], file: "2.csv"),
            .experiencesImported([try Samples.experience("https://example.com/")], file: "1.csv"),
            .experiencesImported([try Samples.experience("https://example.com/", title: "New")], file: "2.csv"),
        ])
        #expect(try await bench.storage.stores().map(\.id.text) == ["berkeley", "cupertino"])
        #expect(try await bench.storage.stores().map { $0.region == nil } == [false, true])
        #expect(try await bench.storage.experiences().map(\.card.title) == ["New"])
        // The tags of the store that was replaced are still there.
        #expect(try await bench.storage.tags().count == 5)
    }

    @Test(arguments: StorageKind.all)
    func `a reader is added once and removed once`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let reader = ReaderRecord(name: try name("bench 1"), connection: "pn532_uart:/dev/ttyUSB0")
        let same = ReaderRecord(name: try name("bench 1"), connection: "acr122_usb:001:004")
        let other = ReaderRecord(name: try name("a"), connection: "pn532_uart:/dev/ttyUSB0")
        try await bench.record([.readerAdded(reader), .readerAdded(other)])
        #expect(try await bench.storage.readers() == [other, reader])
        try await bench.refuses(.readerAdded(same), .alreadyExists, why: "a reader of this name exists already")
        try await bench.record(.readerRemoved(reader))
        #expect(try await bench.storage.readers() == [other])
        try await bench.refuses(.readerRemoved(reader), .unknownReader, why: "no reader has this name")
        try await bench.record(.readerAdded(same))
        #expect(try await bench.storage.readers() == [other, same])
    }
}
