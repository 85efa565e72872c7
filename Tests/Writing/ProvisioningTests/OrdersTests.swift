import Faults
import Provisioning
import Registry
import Testing

/// What the operator orders, and why it is refused.
@Suite struct OrdersTests {
    private let readers: [ReaderName]

    init() throws { readers = try ["bench 1", "bench 2"].map { try #require(ReaderName($0)) } }

    private func id(_ number: Int) throws -> TagID { try #require(TagID("t-\(number)")) }

    private func write(_ number: Int, on reader: ReaderName) throws -> TagWrite {
        TagWrite(
            tag: try id(number), batch: try #require(BatchName("opening")), uid: try Samples.uid(UInt8(number)),
            product: "NTAG213", url: Samples.url(number), reader: reader)
    }

    @Test func `a scanned code counts only where signs are picked`() throws {
        let refusal = #expect(throws: WriteJobRefusal.self) {
            try SignQueue(try Samples.batch(1)).checkPicking()
        }
        #expect(refusal?.code == .notPicking)
        #expect(throws: Never.self) { try SignQueue(try Samples.batch(1), picking: true).checkPicking() }
    }

    @Test func `an order without a sign means the one that is shown, if it is one`() throws {
        var queue = SignQueue(try Samples.batch(2))
        #expect(try queue.signShown(at: readers.prefix(1)).id == id(1))
        let several = #expect(throws: WriteJobRefusal.self) { try queue.signShown(at: readers) }
        #expect(several?.code == .whichSign && several?.reason == "2 readers show a sign each")
        let none = #expect(throws: WriteJobRefusal.self) { try queue.signShown(at: []) }
        #expect(none?.reason == "no sign is shown")
        var picking = SignQueue(try Samples.batch(2), picking: true)
        _ = picking.pick(try id(2))
        #expect(try picking.signShown(at: readers).id == id(2), "all readers show the sign that was picked")
    }

    @Test func `a sign is skipped until its write has begun`() throws {
        var queue = SignQueue(try Samples.batch(2))
        try queue.skip(try id(1))
        #expect(queue.next(for: readers[0])?.id == (try id(2)))
        _ = queue.assign(try Samples.uid(2), known: nil, on: readers[0])
        let begun = #expect(throws: WriteJobRefusal.self) { try queue.skip(try id(2)) }
        #expect(begun?.code == .begun && begun?.message == "tag t-2 is not skipped")
        #expect(throws: WriteJobRefusal.self, "not a sign of this queue") { try queue.skip(try id(9)) }
    }

    @Test func `the tag that was written last is written again at its reader`() throws {
        var queue = SignQueue(try Samples.batch(3))
        #expect(#expect(throws: WriteJobRefusal.self) { try queue.tagToRedo() }?.code == .nothingWritten)
        for number in 1...2 {
            let reader = readers[number - 1]
            _ = queue.assign(try Samples.uid(UInt8(number)), known: nil, on: reader)
            queue.apply(.finished(try write(number, on: reader)), by: reader)
        }
        #expect(try queue.tagToRedo() == id(2))
        queue.refresh(try Samples.batch(3))
        queue.redo(try id(2), readers: readers)
        #expect(queue.next(for: readers[1])?.id == (try id(2)))
        #expect(queue.next(for: readers[0])?.id == (try id(1)))
    }

    @Test func `a sign that is written again is picked, or shown at the first reader`() throws {
        var queue = SignQueue(try Samples.batch(3))
        queue.redo(try id(3), readers: readers)
        #expect(queue.next(for: readers[0])?.id == (try id(3)))
        var picking = SignQueue(try Samples.batch(3), picking: true)
        picking.redo(try id(3), readers: readers)
        #expect(picking.next(for: readers[1])?.id == (try id(3)))
    }

    @Test func `a reader is chosen by its name, or is the only one`() throws {
        #expect(try ReaderChoice.one(of: readers, wanted: readers[1]) == readers[1])
        #expect(try ReaderChoice.one(of: [readers[1]], wanted: nil) == readers[1])
        let several = #expect(throws: WriteJobRefusal.self) { try ReaderChoice.one(of: readers, wanted: nil) }
        #expect(several?.code == .whichReader && several?.reason == "this station has 2: bench 1, bench 2")
        let none = #expect(throws: WriteJobRefusal.self) { try ReaderChoice.one(of: [], wanted: nil) }
        #expect(none?.code == .noReaderAdded)
        let unknown = #expect(throws: RegistryError.self) {
            try ReaderChoice.one(of: [readers[0]], wanted: readers[1])
        }
        #expect(unknown?.code == .unknownReader)
    }
}
