import Faults
import Registry
import Testing

@Suite(.takesTurns) struct `Writing tags` {
    @Test(arguments: StorageKind.all)
    func `goes from planned over unfinished to written, on one chip`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        let write = try Samples.write("t-1", chip: 1)
        var tag = try Samples.tag("t-1")

        try await bench.record(.writeIntended(write))
        tag.state = .unfinished
        tag.uid = write.uid
        tag.product = "NTAG213"
        #expect(try await bench.storage.tag(onChip: write.uid) == tag)

        try await bench.record(.writeInterrupted(try Samples.problem("t-1", chip: 1)))
        #expect(try await bench.storage.tag(name("t-1")) == tag)

        // Torn away and presented again; then read back.
        try await bench.record([.writeIntended(write), .writeConfirmed(write)])
        tag.state = .written
        tag.writtenURL = write.url
        #expect(try await bench.storage.tag(onChip: write.uid) == tag)

        // Written over by order of a person.
        try await bench.record(.writeIntended(write))
        #expect(try await bench.state("t-1") == .unfinished)
        try await bench.record(.writeConfirmed(write))
        #expect(try await bench.state("t-1") == .written)
        #expect(try await bench.storage.tags().filter { $0.uid != nil } == [tag])
    }

    @Test(arguments: StorageKind.all)
    func `is not intended against what the registry knows`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.written())
        try await bench.record(.tagRetired(try Samples.release("t-3")))
        let (one, two) = (try Samples.chip(1), try Samples.chip(2))
        let refusals: [(TagWrite, RegistryError.Code, String)] = [
            (try Samples.write("t-9", chip: 9), .unknownTag, "no batch contains it"),
            (
                try Samples.write("t-2", chip: 2, batch: "signs"), .contradiction,
                "the registry has this tag in batch opening, as nfc"
            ),
            (
                try Samples.write("t-2", chip: 2, url: "https://example.com/other"), .contradiction,
                "the registry has another URL for this tag: \(Samples.url(of: "t-2"))"
            ),
            (
                try Samples.write("q-1", chip: 2, batch: "signs"), .contradiction,
                "the registry has this tag in batch signs, as qr"
            ),
            (try Samples.write("t-3", chip: 3), .contradiction, "the tag is retired"),
            (try Samples.write("t-1", chip: 2), .contradiction, "the tag is on chip \(one)"),
            (try Samples.write("t-2", chip: 1), .contradiction, "chip \(one) carries tag t-1 of batch opening"),
        ]
        for (write, code, reason) in refusals {
            try await bench.refuses(.writeIntended(write), code, why: reason)
        }
        #expect(try await bench.storage.tag(onChip: two) == nil)
    }

    @Test(arguments: StorageKind.all)
    func `is not confirmed unless it was intended, as it was intended`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        try await bench.record(.writeIntended(try Samples.write("t-1", chip: 1)))
        let refusals = [
            try Samples.write("t-1", chip: 2), try Samples.write("t-2", chip: 1),
            try Samples.write("t-1", chip: 1, batch: "signs"),
            try Samples.write("t-1", chip: 1, url: "https://example.com/other"),
        ]
        for write in refusals {
            try await bench.refuses(
                .writeConfirmed(write), .contradiction, why: "no write of this tag to chip \(write.uid) was intended")
        }
        try await bench.refuses(
            .writeConfirmed(try Samples.write("t-9", chip: 1)), .unknownTag, why: "no batch contains it")
        try await bench.record(.tagRetired(try Samples.release("t-1")))
        try await bench.refuses(
            .writeConfirmed(try Samples.write("t-1", chip: 1)), .contradiction,
            why: "no write of this tag to chip \(try Samples.chip(1)) was intended")
    }

    @Test(arguments: StorageKind.all)
    func `that failed is only told`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.written())
        let before = try await Everything(bench.storage)
        try await bench.record([
            .chipRefused(try Samples.problem(nil, chip: 9)), .chipRefused(try Samples.problem("t-2", chip: 9)),
            .writeInterrupted(try Samples.problem("t-1", chip: 1)),
            .audited(AuditRecord(batch: try name("opening"), sightings: 3, badRows: 0, findings: ["swapped": 1])),
        ])
        let after = try await Everything(bench.storage)
        #expect(after.tags == before.tags && after.batches == before.batches)
        #expect(after.journal.count == before.journal.count + 4)
    }

    @Test(arguments: StorageKind.all)
    func `ends with a replacement: the tag is free again, and its chip is not written again`(kind: StorageKind)
        async throws
    {
        let bench = try await Bench(kind)
        try await bench.record(Samples.written())
        try await bench.record(.tagReplaced(try Samples.release("t-1", chip: 1)))
        #expect(try await bench.storage.tag(name("t-1")) == (try Samples.tag("t-1")))
        #expect(try await bench.storage.tag(onChip: Samples.chip(1)) == nil)
        // The chip was given to a tag before it was given up, and the intent comes after that.
        for id in ["t-1", "t-2"] {
            try await bench.refuses(
                .writeIntended(try Samples.write(id, chip: 1)), .contradiction,
                why: "the chip was given up: tag t-1, which it carried, was replaced")
        }
        try await bench.record([
            .writeIntended(try Samples.write("t-2", chip: 2)), .writeIntended(try Samples.write("t-1", chip: 3)),
            .tagReplaced(try Samples.release("t-1")),
        ])
        #expect(try await bench.state("t-1") == .planned)
        #expect(try await bench.state("t-2") == .unfinished)
    }

    @Test(arguments: StorageKind.all)
    func `is not undone for a tag that is not written, or on another chip`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.written())
        try await bench.record(.tagRetired(try Samples.release("t-3")))
        try await bench.refuses(
            .tagReplaced(try Samples.release("t-2")), .contradiction, why: "it is planned")
        try await bench.refuses(
            .tagReplaced(try Samples.release("t-3")), .contradiction, why: "it is retired")
        try await bench.refuses(.tagReplaced(try Samples.release("t-9")), .unknownTag, why: "no batch contains it")
        let (one, two) = (try Samples.chip(1), try Samples.chip(2))
        for event in [JournalEvent.tagReplaced, JournalEvent.tagRetired] {
            try await bench.refuses(
                event(try Samples.release("t-1", chip: 2)), .contradiction,
                why: "it is on chip \(one), not on chip \(two)")
            try await bench.refuses(
                event(try Samples.release("t-2", chip: 2)), .contradiction, why: "it is on no chip, not on chip \(two)")
        }
    }

    @Test(arguments: StorageKind.all)
    func `is over for a retired tag, and its chip is not given out again`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.written())
        try await bench.record([
            .writeIntended(try Samples.write("t-2", chip: 2)), .sheetMade(try Samples.sheet(["q-1"])),
        ])
        for id in ["t-1", "t-2", "t-3", "q-1"] {
            try await bench.record(.tagRetired(try Samples.release(id)))
            #expect(try await bench.state(id) == .retired)
        }
        #expect(try await bench.storage.tag(onChip: Samples.chip(1))?.id.text == "t-1")
        try await bench.refuses(.tagRetired(try Samples.release("t-9")), .unknownTag, why: "no batch contains it")
    }
}
