import Provisioning
import Registry
import Testing

@Suite struct `The queue of a batch` {
    private let reader: ReaderName

    init() throws { reader = try #require(ReaderName("bench 1")) }

    private func queue(_ count: Int) throws -> SignQueue { SignQueue(try Samples.batch(count)) }

    private func id(_ number: Int) throws -> TagID { try #require(TagID("t-\(number)")) }

    private func write(_ number: Int) throws -> TagWrite {
        TagWrite(
            tag: try id(number), batch: try #require(BatchName("opening")), uid: try Samples.uid(UInt8(number)),
            product: "NTAG213", url: Samples.url(number), reader: reader)
    }

    private func known(
        _ number: Int, _ state: TagState, on chip: UInt8, batch: String = "opening"
    ) throws -> Registry.Tag {
        var tag = try Samples.batch(number).tags[number - 1]
        tag = Registry.Tag(
            id: tag.id, batch: try #require(BatchName(batch)), store: tag.store, placement: tag.placement,
            medium: .nfc, url: tag.url, life: TagLife(state: state, uid: try Samples.uid(chip)))
        return tag
    }

    @Test func `gives new chips the tags in the order of the file, each once`() throws {
        var queue = try queue(3)
        var given: [String] = []
        for chip in UInt8(1)...3 {
            guard case .write(let tag) = queue.assign(try Samples.uid(chip), known: nil, on: reader) else { break }
            given.append(tag.id.text)
        }
        #expect(given == ["t-1", "t-2", "t-3"])
        #expect(queue.next(for: reader) == nil)
        #expect(queue.assign(try Samples.uid(4), known: nil, on: reader) == .exhausted(bound: []))
        #expect(queue.done == 0 && queue.total == 3 && !queue.isDone)
    }

    @Test func `takes over what became of tags elsewhere, and keeps what is given out`() throws {
        var queue = try queue(3)
        let one = try Samples.uid(1)
        #expect(queue.assign(one, known: nil, on: reader) == .write(try Samples.batch(3).tags[0]))
        let tags = try Samples.batch(3).tags
        queue.refresh(Batch(name: queue.batch, template: nil, tags: [tags[0], try known(2, .retired, on: 2), tags[2]]))
        #expect(queue.total == 2)
        #expect(queue.next(for: reader)?.id.text == "t-3")
        queue.refresh(Batch(name: queue.batch, template: nil, tags: [tags[0], try known(2, .written, on: 2), tags[2]]))
        #expect(queue.total == 3 && queue.done == 1)
    }

    /// A batch that is revised while a chip is looked at, before the look's result or after the registry was asked.
    @Test func `keeps what was changed while a written chip was looked at`() throws {
        let tag = try known(1, .written, on: 1)
        var queue = SignQueue(Batch(name: try queue(1).batch, template: nil, tags: [tag]))
        #expect(queue.isDone)
        #expect(queue.assign(try Samples.uid(1), known: tag, on: reader) == .confirm(tag))
        let outdated = tag.revised(by: Samples.moved(tag), .usual)
        try #require(outdated.state == .outdated)
        queue.refresh(Batch(name: queue.batch, template: nil, tags: [outdated]))
        queue.apply(.confirmed(tag), by: reader)
        #expect(!queue.isDone && queue.boundToChips == [outdated])
        #expect(queue.assign(try Samples.uid(1), known: outdated, on: reader) == .write(outdated))
    }

    @Test func `gives a tag that was changed while it was being written out as it is by then`() throws {
        var queue = try queue(2)
        guard case .write(let old) = queue.assign(try Samples.uid(1), known: nil, on: reader) else {
            Issue.record("no tag for a new chip")
            return
        }
        let new = Registry.Tag(
            id: old.id, batch: old.batch, store: old.store, placement: old.placement, medium: .nfc,
            url: "https://example.com/s/1")
        let others = try Samples.batch(2).tags.dropFirst()
        // The journal refuses what was intended, because it has another URL.
        queue.refresh(Batch(name: queue.batch, template: nil, tags: [new] + others))
        queue.apply(.released(old.id), by: reader)
        #expect(queue.next(for: reader) == new)
        #expect(queue.assign(try Samples.uid(2), known: nil, on: reader) == .write(new))
        // Retired meanwhile.
        queue.refresh(Batch(name: queue.batch, template: nil, tags: [try known(1, .retired, on: 1)] + others))
        #expect(queue.total == 2)
        queue.apply(.released(old.id), by: reader)
        #expect(queue.total == 1 && queue.next(for: reader)?.id.text == "t-2")
    }

    @Test func `lets a claimed tag that was retired go, when the chip says that it is another one`() throws {
        var queue = try queue(3)
        _ = queue.assign(try Samples.uid(9), known: nil, on: reader)
        let others = try Samples.batch(3).tags.dropFirst()
        queue.refresh(Batch(name: queue.batch, template: nil, tags: [try known(1, .retired, on: 1)] + others))
        #expect(queue.recognise(Samples.url(2), on: reader)?.id.text == "t-2")
        #expect(queue.total == 2 && queue.next(for: reader)?.id.text == "t-3")
    }

    @Test func `counts no tag as done whose plan has changed since its write was intended`() throws {
        var queue = try queue(1)
        guard case .write(let old) = queue.assign(try Samples.uid(1), known: nil, on: reader) else {
            Issue.record("no tag for a new chip")
            return
        }
        queue.apply(.intended(try write(1)), by: reader)
        let life = TagLife(state: .unfinished, uid: try Samples.uid(1))
        let new = Registry.Tag(
            id: old.id, batch: old.batch, store: old.store, placement: old.placement, medium: .nfc,
            url: "https://example.com/s/1", life: life)
        queue.refresh(Batch(name: queue.batch, template: nil, tags: [new]))
        queue.apply(.finished(try write(1)), by: reader)
        #expect(!queue.isDone && queue.boundToChips.map(\.state) == [.outdated])
    }

    @Test func `takes back a tag that was not begun, and gives it out next`() throws {
        var queue = try queue(3)
        _ = queue.assign(try Samples.uid(1), known: nil, on: reader)
        _ = queue.assign(try Samples.uid(2), known: nil, on: reader)
        queue.apply(.released(try id(1)), by: reader)
        #expect(queue.next(for: reader)?.id.text == "t-1")
        queue.apply(.released(try id(1)), by: reader)
        queue.apply(.released(try id(9)), by: reader)
        #expect(queue.next(for: reader)?.id.text == "t-1")
    }

    @Test func `keeps a tag whose write was intended for its chip`() throws {
        var queue = try queue(2)
        _ = queue.assign(try Samples.uid(1), known: nil, on: reader)
        queue.apply(.intended(try write(1)), by: reader)
        queue.apply(.released(try id(1)), by: reader)
        #expect(queue.next(for: reader)?.id.text == "t-2")
        _ = queue.assign(try Samples.uid(2), known: nil, on: reader)
        var unfinished = try known(1, .unfinished, on: 1)
        unfinished.product = "NTAG213"
        #expect(queue.assign(try Samples.uid(3), known: nil, on: reader) == .exhausted(bound: [unfinished]))
        #expect(queue.assign(try Samples.uid(1), known: unfinished, on: reader) == .write(unfinished))
        queue.apply(.finished(try write(1)), by: reader)
        #expect(queue.done == 1)
        queue.apply(.finished(try write(2)), by: reader)
        #expect(queue.isDone)
    }

    @Test func `tells chips of this batch from others`() throws {
        var queue = try queue(2)
        let written = try known(1, .written, on: 1)
        let retired = try known(1, .retired, on: 1)
        let other = try known(1, .written, on: 1, batch: "closing")
        let begun = try known(1, .unfinished, on: 1, batch: "closing")
        #expect(queue.assign(try Samples.uid(1), known: written, on: reader) == .confirm(written))
        #expect(queue.next(for: reader)?.id.text == "t-2")
        queue.apply(.released(try id(1)), by: reader)
        queue.withdraw(reader)
        #expect(queue.assign(try Samples.uid(1), known: retired, on: reader) == .occupied(retired))
        #expect(queue.assign(try Samples.uid(1), known: other, on: reader) == .occupied(other))
        #expect(queue.assign(try Samples.uid(1), known: begun, on: reader) == .occupied(begun))
        #expect(queue.next(for: reader)?.id.text == "t-1")
    }

    @Test func `gives no tag to a chip that was given up, in the order of the file or for a scanned code`() throws {
        let former = FormerCarrier(
            tag: try id(1), uid: try Samples.uid(9), url: nil, cause: .replaced, ended: Timestamp(milliseconds: 0))
        for picking in [false, true] {
            var queue = SignQueue(try Samples.batch(2), picking: picking)
            if picking { _ = queue.pick(try id(1)) }
            #expect(queue.assign(try Samples.uid(9), known: nil, former: former, on: reader) == .spoiled(former))
            // Nothing was given out for it.
            #expect(queue.next(for: reader)?.id.text == "t-1")
            // It carries a tag again by the word of an earlier version: then it is that tag's, torn or not.
            let begun = try known(2, .unfinished, on: 9)
            guard !picking else { continue }
            #expect(queue.assign(try Samples.uid(9), known: begun, former: former, on: reader) == .write(begun))
        }
    }

    @Test func `leaves out other media and retired tags, and counts what is done already`() throws {
        let tags = try Samples.batch(5).tags.enumerated().map { index, tag in
            Registry.Tag(
                id: tag.id, batch: tag.batch, store: tag.store, placement: tag.placement,
                medium: index == 0 ? .qr : .nfc, url: tag.url,
                life: TagLife(state: [.planned, .retired, .written, .unfinished, .planned][index]))
        }
        var queue = SignQueue(Batch(name: try #require(BatchName("opening")), template: nil, tags: tags))
        #expect(queue.total == 3)
        #expect(queue.done == 1)
        #expect(queue.next(for: reader)?.id.text == "t-5")
    }
}
