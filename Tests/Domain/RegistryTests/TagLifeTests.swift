import Chips
import Faults
import Registry
import Testing

/// What events do to a tag, and what contradicts what is known of it.
@Suite struct `The life of a tag` {
    private let time = Timestamp(milliseconds: 1_795_221_000_000)
    private let reader: ReaderName
    private let batch: BatchName
    private let one: ChipUID
    private let two: ChipUID

    init() throws {
        reader = try #require(ReaderName("bench-1"))
        batch = try #require(BatchName("opening"))
        one = try #require(ChipUID([0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 1]))
        two = try #require(ChipUID([0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 2]))
    }

    private func tag(_ id: String = "t-1", medium: Medium = .nfc, _ life: TagLife = TagLife()) throws -> Registry.Tag {
        Registry.Tag(
            id: try #require(TagID(id)), batch: batch, store: try #require(StoreID("cupertino")), placement: "door",
            medium: medium, url: "https://example.com/\(id)", life: life)
    }

    private func write(_ tag: Registry.Tag, on chip: ChipUID) -> TagWrite {
        TagWrite(tag: tag.id, batch: batch, uid: chip, product: "NTAG213", url: tag.url, reader: reader)
    }

    private func release(_ tag: Registry.Tag, on chip: ChipUID?) -> TagRelease {
        TagRelease(tag: tag.id, uid: chip, reason: "lost")
    }

    @Test func `is that of one chip at a time`() throws {
        let planned = try tag()
        let begun = try planned.after(.writeIntended(write(planned, on: one)))
        #expect(begun.state == .unfinished && begun.uid == one && begun.product == "NTAG213")
        let written = try begun.after(.writeConfirmed(write(begun, on: one)))
        #expect(written.state == .written && written.writtenURL == planned.url)
        #expect(throws: RegistryError.self) { try written.after(.writeIntended(write(written, on: two))) }
        #expect(throws: RegistryError.self) { try begun.after(.writeConfirmed(write(begun, on: two))) }
        let event = TagEvent.replaced(release(written, on: one))
        #expect(written.givenUp(by: event, at: time)?.uid == one)
        #expect(try written.after(event) == planned)
    }

    @Test func `never goes on with a chip that was given up, unless the chip carries it`() throws {
        let planned = try tag()
        let former = FormerCarrier(tag: planned.id, uid: one, url: planned.url, cause: .replaced, ended: time)
        let intent = TagEvent.writeIntended(write(planned, on: one))
        let error = try #require(throws: RegistryError.self) {
            _ = try planned.after(intent, ChipRecord(former: former))
        }
        #expect(error.code == .contradiction)
        #expect(error.reason == "the chip was given up: tag t-1, which it carried, was replaced")
        // An earlier version has written it again: it was torn away and is finished.
        let begun = try tag("t-1", TagLife(state: .unfinished, uid: one))
        #expect(try begun.after(intent, ChipRecord(holder: begun, former: former)).state == .unfinished)
    }

    @Test func `of a label counts its labels, and leaves them behind`() throws {
        let printed = try tag("q-1", medium: .qr).after(.printed(of: batch)).after(.printed(of: batch))
        #expect(printed.state == .printed && printed.prints == 2)
        let replacement = TagEvent.replaced(release(printed, on: nil))
        #expect(printed.givenUp(by: replacement, at: time)?.url == printed.url)
        let again = try printed.after(replacement)
        #expect(again.state == .planned && again.prints == 2)
        let retired = try again.after(.retired(release(again, on: nil)))
        #expect(retired.state == .retired && retired.givenUp(by: .retired(release(retired, on: nil)), at: time) == nil)
    }

    @Test func `follows its plan: another URL makes it outdated, the old one written`() throws {
        let written = try tag("t-1", TagLife(state: .written, uid: one, writtenURL: "https://example.com/t-1"))
        let other = Registry.Tag(
            id: written.id, batch: batch, store: written.store, placement: "window", medium: .nfc,
            url: "https://example.com/other")
        let revised = written.revised(by: other, .usual)
        #expect(revised.state == .outdated && revised.uid == one && revised.placement == "window")
        #expect(revised.revised(by: written, .usual) == written)
        let locked = BatchRules(protection: .password)
        #expect(written.under(locked).state == .outdated)
        #expect(written.under(locked).under(.usual) == written)
    }
}
