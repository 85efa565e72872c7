import Chips
import Faults
import Provisioning
import ReaderEmulator
import Registry
import Testing

/// Two chips with one UID and two readers, in each order that matters.
@Suite struct `Two chips with one UID` {
    private let batch: Batch
    private let left: Bench
    private let right: Bench

    init() throws {
        batch = try Samples.batch(2)
        let registry = MemoryRegistry(batch.tags)
        let queue = Bench.Queue(batch)
        left = try Bench(batch, registry: registry, queue: queue, reader: "left")
        right = try Bench(batch, registry: registry, queue: queue, reader: "right")
    }

    private func complaint(of bench: Bench) -> Complaint? {
        bench.reports.compactMap { if case .refused(_, _, let complaint) = $0 { complaint } else { nil } }.last
    }

    private func isWritten(by bench: Bench) -> Bool {
        bench.reports.contains {
            switch $0 {
            case .written, .confirmed: true
            default: false
            }
        }
    }

    /// Many looks, as long as the chip stays.
    private func watch(_ bench: Bench) async throws {
        for _ in 0..<100 { try await bench.step() }
    }

    /// The one on the right is a copy that was not written: it is as it was, and was not called written.
    private func expectUntouched(_ what: Comment) async throws {
        #expect(!isWritten(by: right), what)
        #expect(try await right.takeAway().memory == Samples.chip(1).memory, what)
        #expect(right.registry.violations == [], what)
    }

    /// From before the first look at the left one to after its result: whenever the right one comes, it is refused.
    @Test func `at two readers at one time are never both written`() async throws {
        for steps in 0...20 {
            let what: Comment = "the second reader begins after \(steps) steps of the first"
            let game = try Self()
            game.left.antenna.insert(Samples.chip(1))
            // The visit begins with the question what the chip is to be.
            for _ in 0..<3 + steps { try await game.left.step() }
            game.right.antenna.insert(Samples.chip(1))
            try await game.watch(game.right)
            #expect(game.complaint(of: game.right)?.code == "same-uid", what)
            #expect(
                game.complaint(of: game.right)?.reason == "two chips have this UID: the other one is on reader left",
                what)
            try await game.watch(game.left)
            try await game.expectUntouched(what)
            #expect(try PhoneReader.url(on: try await game.left.takeAway()) == Samples.url(1), what)
            #expect(game.left.registry.tags.map(\.state) == [.written, .planned], what)
        }
    }

    /// Step by step in turn, with each head start.
    @Test func `that take turns are never both written`() async throws {
        for start in 0...12 {
            let game = try Self()
            game.left.antenna.insert(Samples.chip(1))
            game.right.antenna.insert(Samples.chip(1))
            for _ in 0..<start { try await game.left.step() }
            for _ in 0..<60 {
                try await game.right.step()
                try await game.left.step()
            }
            let chips = [try #require(game.left.antenna.remove()), try #require(game.right.antenna.remove())]
            #expect(try chips.count { try PhoneReader.url(on: $0) != nil } == 1, "head start \(start)")
            #expect(game.left.registry.tags.map(\.state) == [.written, .planned], "head start \(start)")
            #expect(game.left.registry.violations == [], "head start \(start)")
        }
    }

    @Test func `are not one tag when the blank one comes after the other was written`() async throws {
        try await left.present(Samples.chip(1))
        let written = try await left.takeAway()
        for bench in [left, right] {
            try await bench.present(Samples.chip(1))
            let refusal = try #require(complaint(of: bench))
            #expect(refusal.code == "wrong-content")
            #expect(refusal.reason == "it was written as tag t-1 but now carries no message")
            #expect(try await bench.takeAway().memory == Samples.chip(1).memory)
        }
        // The one that was written is still right.
        try await right.present(written)
        #expect(right.reports.last == .confirmed(right.registry.tags[0], try Samples.uid(1)))
        #expect(right.registry.violations == [])
    }

    /// Also where its batch has another URL for the tag by now.
    @Test func `are not one tag when the blank one comes to be rewritten`() async throws {
        try await left.present(Samples.chip(1))
        let written = try await left.takeAway()
        left.registry.change(batch.tags[0].id) {
            $0 = $0.revised(by: Samples.moved($0), .usual)
        }
        left.queue.signs.refresh(
            Batch(name: batch.name, template: nil, tags: left.registry.tags, rules: .usual))
        try await right.present(Samples.chip(1))
        #expect(complaint(of: right)?.code == "wrong-content")
        try await expectUntouched("outdated")
        try await left.present(written)
        #expect(try PhoneReader.url(on: try await left.takeAway()) == Samples.url(9))
    }

    /// The chip that took the whole message comes back when its batch has another URL for the tag, a short one or a long
    /// one: it is rewritten, and a copy without any of that is not written.
    @Test(arguments: [
        Samples.url(9), "https://a.example/1", "https://a.example/" + String(repeating: "1", count: 90),
    ])
    func `are distinguished by the message that was written, when the batch was revised meanwhile`(
        url: String
    ) async throws {
        let whole = try Self()
        try await whole.left.present(Samples.chip(1))
        let last = whole.left.antenna.counts.commands
        for n in [last - 1, last] {
            for lost in [LostHalf.command, .answer] {
                let what: Comment = "torn at \(n) of \(last), lost: \(lost)"
                let game = try Self()
                game.left.antenna.tear(after: n, losing: lost)
                try await game.left.present(Samples.chip(1))
                let torn = try await game.left.takeAway()
                game.left.registry.change(game.batch.tags[0].id) {
                    $0 = $0.revised(by: Samples.moved($0, to: url), .usual)
                }
                game.left.queue.signs.refresh(
                    Batch(name: game.batch.name, template: nil, tags: game.left.registry.tags, rules: .usual))
                try await game.right.present(Samples.chip(1))
                #expect(game.complaint(of: game.right)?.code == "wrong-content", what)
                try await game.expectUntouched(what)
                try await game.left.present(torn)
                #expect(game.complaint(of: game.left) == nil, what)
                #expect(try PhoneReader.url(on: try await game.left.takeAway()) == url, what)
                #expect(game.left.registry.tags[0].state == .written, what)
            }
        }
    }

    /// Torn away again while it gets the new message, it holds neither, and is finished all the same.
    @Test func `are not taken for two when one is torn twice, under another URL each time`() async throws {
        let whole = try Self()
        try await whole.left.present(Samples.chip(1))
        left.antenna.tear(after: whole.left.antenna.counts.commands, losing: .answer)
        try await left.present(Samples.chip(1))
        let torn = try await left.takeAway()
        let url = "https://a.example/" + String(repeating: "1", count: 90)
        left.registry.change(batch.tags[0].id) { $0 = $0.revised(by: Samples.moved($0, to: url), .usual) }
        left.queue.signs.refresh(Batch(name: batch.name, template: nil, tags: left.registry.tags, rules: .usual))
        // GET_VERSION, one read, the page that hides the old message, and some of the new one.
        left.antenna.tear(after: 8, losing: .answer)
        try await left.present(torn)
        let again = try await left.takeAway()
        #expect(try PhoneReader.url(on: again) == nil)
        try await right.present(again)
        #expect(complaint(of: right) == nil)
        #expect(try PhoneReader.url(on: try await right.takeAway()) == url)
        #expect(right.registry.violations == [])
    }

    /// Torn away in each exchange: whichever of the two comes next, one of them has the tag in the end.
    @Test(arguments: [nil, LostHalf.command, .answer])
    func `never both say the tag's URL after one was torn away`(lost: LostHalf?) async throws {
        let whole = try Self()
        try await whole.left.present(Samples.chip(1))
        for n in 1...whole.left.antenna.counts.commands {
            let what: Comment = "torn at \(n), lost: \(lost.map { "\($0)" } ?? "nothing")"
            let game = try Self()
            game.left.antenna.tear(after: n, losing: lost)
            try await game.left.present(Samples.chip(1))
            var torn = try await game.left.takeAway()
            try await game.right.present(Samples.chip(1))
            let copy = try await game.right.takeAway()
            try await game.right.present(torn)
            torn = try await game.right.takeAway()
            #expect(try [torn, copy].count { try PhoneReader.url(on: $0) != nil } <= 1, what)
            #expect(game.right.registry.violations == [], what)
        }
    }

    /// The legitimate case: one chip, lifted from one reader and put on the other.
    @Test func `are one chip when it was moved: it is finished at the other reader`() async throws {
        for n in 3...8 {
            let game = try Self()
            game.left.antenna.tear(after: n, losing: .answer)
            try await game.left.present(Samples.chip(1))
            let torn = try #require(game.left.antenna.remove())
            // The left reader has not seen yet that it is gone.
            game.right.antenna.insert(torn)
            for _ in 0..<4 { try await game.right.step() }
            try await game.watch(game.left)
            try await game.watch(game.right)
            #expect(game.complaint(of: game.right) == nil)
            #expect(try PhoneReader.url(on: try await game.right.takeAway()) == Samples.url(1))
            #expect(game.right.registry.tags.map(\.state) == [.written, .planned])
        }
    }
}
