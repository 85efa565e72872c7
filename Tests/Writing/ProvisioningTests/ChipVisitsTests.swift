import Provisioning
import Registry
import Testing

/// One visit for each UID: decided without readers.
@Suite struct `The visits of chips` {
    private let left: ReaderName
    private let right: ReaderName

    init() throws {
        left = try #require(ReaderName("left"))
        right = try #require(ReaderName("right"))
    }

    private func write(_ tag: Registry.Tag) throws -> TagWrite {
        TagWrite(
            tag: tag.id, batch: tag.batch, uid: try Samples.uid(1), product: "NTAG213", url: tag.url, reader: left)
    }

    @Test func `give a UID to one reader until its chip has left`() throws {
        let uid = try Samples.uid(1)
        var visits = ChipVisits()
        #expect(visits.begin(uid, on: left) == nil)
        #expect(visits.begin(uid, on: left) == nil)
        #expect(visits.begin(uid, on: right) == left)
        // The copy leaves: that ends nothing.
        visits.apply(.left(uid), by: right)
        #expect(visits.begin(uid, on: right) == left)
        #expect(visits.begin(try Samples.uid(2), on: right) == nil)
        visits.apply(.left(uid), by: left)
        #expect(visits.begin(uid, on: right) == nil)
        #expect(visits.begin(uid, on: left) == right)
        visits.apply(.withdrawn, by: right)
        #expect(visits.begin(uid, on: left) == nil)
    }

    @Test func `remember a chip that left with a message whose result is not on record`() throws {
        let uid = try Samples.uid(1)
        var visits = ChipVisits()
        _ = visits.begin(uid, on: left)
        visits.apply(.revealed(uid, url: Samples.url(1)), by: left)
        // It is still there.
        #expect(visits.revealed(by: uid) == nil)
        visits.apply(.left(uid), by: left)
        #expect(visits.revealed(by: uid) == Samples.url(1))
        _ = visits.begin(uid, on: right)
        visits.apply(.finished(try write(try Samples.batch(1).tags[0])), by: right)
        visits.apply(.left(uid), by: right)
        #expect(visits.revealed(by: uid) == nil)
    }

    /// It holds neither whole until that is done.
    @Test func `forget the message when another one is about to be written over it`() throws {
        let uid = try Samples.uid(1)
        let tag = try Samples.batch(1).tags[0]
        var visits = ChipVisits()
        _ = visits.begin(uid, on: left)
        visits.apply(.revealed(uid, url: tag.url), by: left)
        visits.apply(.left(uid), by: left)
        _ = visits.begin(uid, on: left)
        visits.apply(.intended(try write(tag)), by: left)
        #expect(visits.revealed(by: uid) == tag.url)
        visits.apply(.intended(try write(Samples.moved(tag))), by: left)
        visits.apply(.left(uid), by: left)
        #expect(visits.revealed(by: uid) == nil)
    }
}
