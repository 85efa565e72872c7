import Registry
import Testing

/// What a batch asks of its chips, and what the registry knows of them.
@Suite(.takesTurns) struct `The rules of a batch` {
    private static let key = KeyName(identifier: "bench-2026", check: "A1B2C3")
    private static let nextKey = KeyName(identifier: "bench-2027", check: "D4E5F6")
    private static let rules = BatchRules(protection: .password, mirror: .uid, genuineness: .required)

    private func ruled(_ bench: Bench, _ rules: BatchRules = rules) async throws {
        try await bench.record(Samples.opened())
        try await bench.record(.batchRuled(BatchPolicy(batch: name("opening"), rules: rules)))
    }

    private func intent(
        _ id: String = "t-1", chip: UInt8 = 1, key: KeyName? = key, _ rules: BatchRules = rules, url: String? = nil
    ) throws -> JournalEvent {
        .protectionIntended(
            TagProtection(
                tag: try name(id), batch: try name("opening"), uid: try Samples.chip(chip), reader: try name("bench 1"),
                protection: rules.protection, key: key, mirror: rules.mirror, url: url))
    }

    private func result(_ key: KeyName? = key, _ protection: Protection? = .password) throws -> JournalEvent {
        let write = try Samples.write("t-1", chip: 1)
        return .writeConfirmed(
            TagWrite(
                tag: write.tag, batch: write.batch, uid: write.uid, product: write.product, url: write.url,
                reader: write.reader, genuineness: .genuine, protection: protection, key: key, mirror: .uid))
    }

    @Test(arguments: StorageKind.all) func `are kept with it, and can be changed`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(.storesImported([Samples.store("cupertino")], file: "stores.csv"))
        let plain = try Samples.batch("opening", ["t-1"])
        try await bench.record(
            .batchCreated(Batch(name: plain.name, template: nil, tags: plain.tags, rules: Self.rules)))
        try await bench.reopen()
        #expect(try await bench.storage.batch(plain.name)?.rules == Self.rules)
        #expect(try await bench.storage.batches().map(\.rules) == [Self.rules])
        try await bench.record(.batchRuled(BatchPolicy(batch: plain.name, rules: .usual)))
        #expect(try await bench.storage.batch(plain.name)?.rules == .usual)
        try await bench.refuses(
            .batchRuled(BatchPolicy(batch: name("closing"), rules: .usual)), .unknownBatch,
            why: "no batch has this name")
    }

    @Test(arguments: StorageKind.all)
    func `are met by a chip that is confirmed so, and the key on its way is kept until then`(
        kind: StorageKind
    ) async throws {
        let bench = try await Bench(kind)
        try await ruled(bench)
        try await bench.refuses(intent(), .contradiction, why: "no write of this tag to this chip is under way")
        let write = try Samples.write("t-1", chip: 1)
        try await bench.record(
            .writeIntended(
                TagWrite(
                    tag: write.tag, batch: write.batch, uid: write.uid, product: write.product, url: write.url,
                    reader: write.reader, genuineness: .genuine)))
        try await bench.refuses(
            intent(chip: 2), .contradiction, why: "no write of this tag to this chip is under way")
        try await bench.record(intent())
        try await bench.reopen()
        var tag = try #require(try await bench.storage.tag(name("t-1")))
        #expect(
            tag.state == .unfinished && tag.intendedKey == Self.key && tag.key == nil && tag.genuineness == .genuine)
        #expect(tag.possibleKeys == [Self.key])
        try await bench.record(result())
        tag = try #require(try await bench.storage.tag(name("t-1")))
        #expect(tag.key == Self.key && tag.intendedKey == nil && tag.protection == .password && tag.mirror == .uid)

        // Spoiled: the chip takes all of that with it.
        try await bench.record(.tagReplaced(Samples.release("t-1", chip: 1)))
        tag = try #require(try await bench.storage.tag(name("t-1")))
        #expect(tag.key == nil && tag.protection == nil && tag.mirror == nil && tag.genuineness == nil)
    }

    @Test(arguments: StorageKind.all)
    func `make tags outdated that are otherwise, and written again when taken back`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.written())
        try await bench.record(.batchRuled(BatchPolicy(batch: name("opening"), rules: Self.rules)))
        #expect(try await bench.state("t-1") == .outdated)
        #expect(try await bench.state("t-2") == .planned)
        try await bench.record(.batchRuled(BatchPolicy(batch: name("opening"), rules: .usual)))
        #expect(try await bench.state("t-1") == .written)
    }

    @Test(arguments: StorageKind.all)
    func `and another key make tags outdated that have the old one`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await ruled(bench)
        try await bench.record([.writeIntended(Samples.write("t-1", chip: 1)), intent(), result()])
        try await bench.record(.keyRotated(KeyRotation(batch: name("opening"), key: Self.key)))
        #expect(try await bench.state("t-1") == .written)
        try await bench.record(.keyRotated(KeyRotation(batch: name("opening"), key: Self.nextKey)))
        #expect(try await bench.state("t-1") == .outdated)
        // Torn away between the two: either may open it.
        try await bench.record([.writeIntended(Samples.write("t-1", chip: 1)), intent(key: Self.nextKey)])
        #expect(try await bench.storage.tag(name("t-1"))?.possibleKeys == [Self.nextKey, Self.key])
    }

    @Test(arguments: StorageKind.all) func `leave a locked chip as it is`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let rules = BatchRules(protection: .lock)
        try await ruled(bench, rules)
        try await bench.record([
            .writeIntended(Samples.write("t-1", chip: 1)), intent(key: nil, rules, url: Samples.url(of: "t-1")),
            result(nil, .lock),
        ])
        try await bench.record(.batchRuled(BatchPolicy(batch: name("opening"), rules: .usual)))
        #expect(try await bench.state("t-1") == .written)
    }

    /// They may change while a chip is written: a station hears of that from its hub.
    @Test(arguments: StorageKind.all)
    func `are those that a chip is protected by, at that moment`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let lock = BatchRules(protection: .lock)
        try await ruled(bench, lock)
        let write = try Samples.write("t-1", chip: 1)
        try await bench.record([.writeIntended(write), .batchRuled(BatchPolicy(batch: write.batch, rules: .usual))])
        try await bench.refuses(
            intent(key: nil, lock, url: write.url), .contradiction,
            why: "its batch has other rules by now: protection none, mirror none")
        try await bench.record(.batchRuled(BatchPolicy(batch: write.batch, rules: lock)))
        // Written by the former rules: it is not what the batch asks for.
        try await bench.record(.writeConfirmed(write))
        #expect(try await bench.state("t-1") == .outdated)
    }

    @Test(arguments: StorageKind.all)
    func `never lock a chip with a URL that was withdrawn while it was written`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let lock = BatchRules(protection: .lock)
        try await ruled(bench, lock)
        let write = try Samples.write("t-1", chip: 1)
        let old = try Samples.tag("t-1")
        let url = "https://example.com/s/1"
        let new = Registry.Tag(
            id: old.id, batch: old.batch, store: old.store, placement: old.placement, medium: .nfc, url: url)
        try await bench.record([
            .writeIntended(write), .batchRevised(Batch(name: old.batch, template: nil, tags: [new])),
        ])
        try await bench.refuses(
            intent(key: nil, lock, url: write.url), .contradiction,
            why: "the chip holds \(write.url), and the tag's URL is \(url) by now")
        try await bench.record([
            .writeIntended(Samples.write("t-1", chip: 1, url: url)), intent(key: nil, lock, url: url),
        ])
    }

    /// Each was torn away before its result: the chip may have the password of any.
    @Test(arguments: StorageKind.all)
    func `keep the key of each intent until a result`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let write = try Samples.write("t-1", chip: 1)
        try await ruled(bench)
        try await bench.record([.writeIntended(write), intent(), intent(key: Self.nextKey)])
        try await bench.record(.batchRuled(BatchPolicy(batch: write.batch, rules: .usual)))
        try await bench.record([.writeIntended(write), intent(key: nil, .usual)])
        try await bench.reopen()
        let tag = try #require(try await bench.storage.tag(write.tag))
        #expect(tag.possibleKeys == [Self.nextKey, Self.key])
        try await bench.record(.writeConfirmed(write))
        #expect(try await bench.storage.tag(write.tag)?.possibleKeys == [])
    }
}
