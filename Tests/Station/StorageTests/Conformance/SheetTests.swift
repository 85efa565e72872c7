import Registry
import Testing

@Suite(.takesTurns) struct `Sheets of labels` {
    @Test(arguments: StorageKind.all)
    func `make their tags printed, as often as they are made`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        try await bench.record(.sheetMade(try Samples.sheet(["q-2"])))
        #expect(try await bench.state("q-1") == .planned)
        #expect(try await bench.state("q-2") == .printed)
        try await bench.record(.sheetMade(try Samples.sheet(["q-1", "q-2"])))
        #expect(try await bench.storage.batches().map(\.printed) == [0, 2])
        // A label that was lost.
        try await bench.record(.tagReplaced(try Samples.release("q-1")))
        #expect(try await bench.state("q-1") == .planned)
    }

    @Test(arguments: StorageKind.all)
    func `are counted for each tag, and recorded as printed only when they were made`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        let sheet = try Samples.sheet(["q-2"])
        let printed = PrintRecord(
            batch: sheet.batch, printer: "ipp://printer/ipp/print", job: 7, digest: sheet.digest, cells: sheet.cells)
        try await bench.refuses(.sheetPrinted(printed), .contradiction, why: "the journal has no such sheet")
        try await bench.record(.sheetMade(sheet))
        try await bench.record(.sheetPrinted(printed))
        // A label that was lost is not forgotten: it may still hang somewhere.
        try await bench.record(.tagReplaced(try Samples.release("q-2")))
        try await bench.record(.sheetMade(sheet))
        #expect(try await bench.storage.tag(name("q-2"))?.prints == 2)
        #expect(try await bench.storage.tag(name("q-1"))?.prints == 0)
        let kinds = try await bench.storage.journal(about: name("q-2")).map(\.kind)
        #expect(kinds == ["sheet-made", "sheet-printed", "tag-replaced", "sheet-made"])
    }

    @Test(arguments: StorageKind.all)
    func `are refused whole for one tag that does not belong on them`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.written())
        try await bench.refuses(
            .sheetMade(try Samples.sheet(["q-1", "q-9"])), .unknownTag, why: "no batch contains it")
        try await bench.refuses(
            .sheetMade(try Samples.sheet(["q-1"], batch: "opening")), .contradiction, why: "it belongs to batch signs")
        for id in ["t-1", "t-2"] {
            try await bench.refuses(
                .sheetMade(try Samples.sheet([id], batch: "opening")), .contradiction,
                why: "its medium is nfc: it is written, not printed")
        }
        try await bench.record(.tagRetired(try Samples.release("q-2")))
        try await bench.refuses(.sheetMade(try Samples.sheet(["q-1", "q-2"])), .contradiction, why: "it is retired")
    }
}
