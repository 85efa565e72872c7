import Provisioning
import ReaderEmulator
import Registry
import Testing

/// The reader is unplugged, or its worker dies, in any call of a whole write.
@Suite struct `A reader that fails` {
    private func calls(of product: ReaderEmulator.Type2Product) async throws -> Int {
        let bench = try Bench(try Samples.batch(2))
        try await bench.present(Samples.chip(1, product))
        return bench.link.calls
    }

    @Test(arguments: [ReaderEmulator.Type2Product.ntag213, .ntag216], [false, true])
    func `at any call leaves old, empty or new content, and goes on when it is back`(
        product: ReaderEmulator.Type2Product, carryingOut: Bool
    ) async throws {
        let calls = try await calls(of: product)
        for n in 1...calls {
            let what: Comment = "call \(n)"
            let bench = try Bench(try Samples.batch(2))
            bench.link.unplug(at: n, carryingOut: carryingOut)
            try await bench.present(Samples.chip(1, product))
            #expect(bench.action == .awaitReader, what)
            #expect(bench.reports.contains { if case .readerLost = $0 { true } else { false } }, what)
            let left = try #require(bench.antenna.tag)
            #expect([nil, Samples.url(1)].contains(try PhoneReader.url(on: left)), what)
            if left.memory != Samples.chip(1, product).memory {
                #expect(bench.registry.tags[0].state == .unfinished, what)
                #expect(bench.registry.journal.last?.kind == .writeInterrupted, what)
            }
            #expect(bench.registry.tags[0].state != .written, what)

            bench.link.plugIn()
            try await bench.settle()
            #expect(bench.reports.contains(.readerBack), what)
            #expect(bench.registry.tags[0].uid == (try Samples.uid(1)), what)
            #expect(bench.registry.tags[0].state == .written, what)
            #expect(bench.registry.violations == [], what)
            #expect(try PhoneReader.url(on: try await bench.takeAway()) == Samples.url(1), what)
        }
        print("reader lost: \(product.name): \(calls) cases")
    }

    @Test func `and finds another chip when it is back writes that one, and the first one later`() async throws {
        let calls = try await calls(of: .ntag213)
        for n in 1...calls {
            let what: Comment = "call \(n)"
            let bench = try Bench(try Samples.batch(2))
            bench.link.unplug(at: n, carryingOut: true)
            try await bench.present(Samples.chip(1))
            let first = try #require(bench.antenna.remove())
            bench.link.plugIn()
            try await bench.present(Samples.chip(2))
            try await bench.takeAway()
            try await bench.present(first)
            #expect(bench.queue.signs.isDone, what)
            #expect(Set(bench.registry.tags.map(\.uid)).count == 2, what)
            #expect(bench.registry.violations == [], what)
        }
    }

    @Test func `before any tag is there says so once each time`() async throws {
        let bench = try Bench(try Samples.batch(1))
        for _ in 1...2 {
            bench.link.unplug(at: 1, carryingOut: false)
            try await bench.settle()
            #expect(bench.action == .awaitReader)
            bench.link.plugIn()
            try await bench.settle()
        }
        #expect(bench.reports.count == 4)
        #expect(bench.registry.journal.isEmpty)
    }
}
