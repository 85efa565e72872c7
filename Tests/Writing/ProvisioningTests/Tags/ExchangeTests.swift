import Chips
import Faults
import Provisioning
import ReaderEmulator
import Registry
import Testing

/// Another chip lies on the reader all of a sudden: the tags on both are told apart by their UIDs, never by time.
@Suite struct `A chip that is exchanged for another` {
    private static let products: [ReaderEmulator.Type2Product] = [.ntag213, .ntag215]

    /// Both chips are done with; each carries the tag that the registry says, and no other.
    private func finish(_ bench: Bench, _ first: ReaderEmulator.Type2Tag, _ what: Comment) async throws {
        let second = try await bench.takeAway()
        try await bench.present(first)
        let chips = [second, try await bench.takeAway()]
        #expect(bench.registry.violations == [], what)
        #expect(bench.queue.signs.isDone, what)
        for chip in chips {
            let uid = try #require(ChipUID(chip.uid))
            let tag = try #require(bench.registry.tag(onChip: uid), what)
            #expect(tag.state == .written, what)
            #expect(try PhoneReader.url(on: chip) == tag.url, what)
        }
        #expect(Set(bench.registry.tags.map(\.uid)).count == 2, what)
    }

    @Test(arguments: products)
    func `in the middle of an exchange gets no byte of the first one's message`(
        product: ReaderEmulator.Type2Product
    ) async throws {
        let whole = try Bench(try Samples.batch(2))
        try await whole.present(Samples.chip(1, product))
        var tried = 0
        for n in 1...whole.antenna.counts.commands {
            for lost in [LostHalf.command, .answer, nil] {
                let what: Comment = "exchange \(n), lost: \(lost.map { "\($0)" } ?? "nothing")"
                let bench = try Bench(try Samples.batch(2))
                bench.exchange.prepare(Samples.chip(2, product))
                bench.antenna.tear(after: n, losing: lost)
                try await bench.present(Samples.chip(1, product))
                // Exchanged with the last answer: the first one is done, and the second one is seen now.
                if bench.registry.tags[0].state == .written { try await bench.settle() }
                let first = try #require(bench.exchange.left)
                #expect([nil, Samples.url(1)].contains(try PhoneReader.url(on: first)), what)
                #expect(bench.registry.tag(onChip: try Samples.uid(2))?.state == .written, what)
                #expect(bench.reports.contains(.presented(try Samples.uid(2))), what)
                try await finish(bench, first, what)
                tried += 1
            }
        }
        print("exchanged within an exchange: \(tried) cases")
    }

    @Test(arguments: products)
    func `between two actions gets no byte of the first one's message`(
        product: ReaderEmulator.Type2Product
    ) async throws {
        for n in 0...8 {
            let what: Comment = "after action \(n)"
            let bench = try Bench(try Samples.batch(2))
            bench.antenna.insert(Samples.chip(1, product))
            for _ in 0..<n { try await bench.step() }
            let first = try #require(bench.antenna.remove())
            try await bench.present(Samples.chip(2, product))
            if bench.registry.tag(onChip: try Samples.uid(2))?.state != .written { try await bench.settle() }
            try await finish(bench, first, what)
        }
    }

    /// A chip that the first reader has claimed a tag for, and the second one writes.
    @Test(arguments: 1...3)
    func `between two readers becomes one tag, and the tag claimed for it another chip's`(actions: Int) async throws {
        let batch = try Samples.batch(2)
        let one = try Bench(batch)
        let two = try Bench(batch, registry: one.registry, queue: one.queue, reader: "bench 2")
        one.antenna.insert(Samples.chip(1))
        for _ in 0..<actions { try await one.step() }
        try await two.present(try #require(one.antenna.remove()))
        try await one.settle()
        // The first reader has seen that it is gone.
        try await two.settle()
        try await two.takeAway()
        try await one.present(Samples.chip(2))
        #expect(one.registry.violations == [])
        #expect(one.queue.signs.isDone)
    }

    /// No hand is that quick; if a stalled disk makes it so, the first reader ends its visit before the second begins one.
    @Test func `between two readers is never written twice, even if one had read it before`() async throws {
        let batch = try Samples.batch(2)
        let one = try Bench(batch)
        let two = try Bench(batch, registry: one.registry, queue: one.queue, reader: "bench 2")
        one.antenna.insert(Samples.chip(1))
        for _ in 0..<4 { try await one.step() }
        guard case .record(.writeIntended) = one.action else {
            Issue.record("\(one.action)")
            return
        }
        try await two.present(try #require(one.antenna.remove()))
        #expect(two.registry.journal.isEmpty)
        try await one.settle()
        guard case .interrupted = one.reports.last else {
            Issue.record("\(one.reports)")
            return
        }
        try await one.settle()
        try await two.settle()
        #expect(one.registry.tags.map(\.state) == [.written, .planned])
        #expect(try PhoneReader.url(on: try await two.takeAway()) == Samples.url(1))
        #expect(one.registry.violations == [])
    }
}
