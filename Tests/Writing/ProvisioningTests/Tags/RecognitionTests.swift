import Provisioning
import ReaderEmulator
import Registry
import Testing

/// A batch whose registry was restored from a backup: chips were written since that it does not know.
@Suite struct `A chip of a doubtful batch` {
    /// A chip that was written as a tag of the batch, which nobody remembers.
    private func written(_ number: Int, as tag: Int, _ batch: Batch) async throws -> ReaderEmulator.Type2Tag {
        let bench = try Bench(batch)
        for skipped in 1..<tag { try bench.queue.signs.skip(try #require(TagID("t-\(skipped)"))) }
        try await bench.present(Samples.chip(UInt8(number)))
        return try await bench.takeAway()
    }

    @Test func `is recognised by its URL, and its tag is given to no other chip`() async throws {
        let chip = try await written(7, as: 2, try Samples.batch(3))
        let bench = try Bench(try Samples.batch(3, isDoubtful: true))
        let memory = chip.memory
        try await bench.present(chip)
        #expect(try await bench.takeAway().memory == memory)
        #expect(bench.registry.tag(onChip: try Samples.uid(7))?.id.text == "t-2")
        #expect(bench.registry.journal.map(\.kind) == [.writeIntended, .writeConfirmed])
        for number in UInt8(1)...2 {
            try await bench.present(Samples.chip(number))
            try await bench.takeAway()
        }
        #expect(bench.queue.signs.isDone)
        #expect(Set(bench.registry.tags.compactMap(\.uid)).count == 3)
        #expect(bench.registry.violations == [])
    }

    @Test func `with a password of the station's key is recognised and keeps it`() async throws {
        let rules = BatchRules(protection: .password)
        let keys = AvailableKeys(current: Samples.key)
        let first = try Bench(try Samples.batch(2, rules: rules), keys: keys)
        try await first.present(Samples.chip(7))
        let chip = try await first.takeAway()
        let bench = try Bench(try Samples.batch(2, rules: rules, isDoubtful: true), keys: keys)
        try await bench.present(chip)
        try await bench.takeAway()
        let tag = try #require(bench.registry.tag(onChip: try Samples.uid(7)))
        #expect(tag.id.text == "t-1" && tag.state == .written && tag.protection == .password)
        #expect(bench.registry.violations == [])
    }

    /// The key was replaced before the backup was needed: the older one is still on the ring.
    @Test(arguments: [Protection.password, .none])
    func `with a password of an older key is opened with that, and finished`(protection: Protection) async throws {
        let first = try Bench(
            try Samples.batch(2, rules: BatchRules(protection: .password)),
            keys: AvailableKeys(current: Samples.otherKey))
        try await first.present(Samples.chip(7))
        let chip = try await first.takeAway()
        let bench = try Bench(
            try Samples.batch(2, rules: BatchRules(protection: protection), isDoubtful: true),
            keys: AvailableKeys(current: Samples.key, older: [Samples.otherKey]))
        try await bench.present(chip)
        let after = try await bench.takeAway()
        let tag = try #require(bench.registry.tag(onChip: try Samples.uid(7)))
        #expect(tag.id.text == "t-1" && tag.state == .written)
        #expect((tag.protection ?? .none) == protection)
        #expect(tag.key == (protection == .password ? Samples.key : nil))
        #expect(after.memory[0x29][3] == (protection == .password ? 0x02 : 0xFF))
        #expect(after.memory[0x2B] != chip.memory[0x2B])
        #expect(bench.registry.violations == [])
    }

    /// The same after it was torn away, when the journal knows of the present key alone.
    @Test func `with a password of an older key is finished at its second placement as well`() async throws {
        let rules = BatchRules(protection: .password)
        let first = try Bench(try Samples.batch(2, rules: rules), keys: AvailableKeys(current: Samples.otherKey))
        try await first.present(Samples.chip(7))
        let chip = try await first.takeAway()
        let keys = AvailableKeys(current: Samples.key, older: [Samples.otherKey])
        let bench = try Bench(try Samples.batch(2, rules: rules, isDoubtful: true), keys: keys)
        // GET_VERSION, two reads, the read-back, and the password of the present key, with both intents on record.
        bench.antenna.tear(after: 5, losing: .answer)
        try await bench.present(chip)
        let torn = try await bench.takeAway()
        #expect(bench.registry.tag(onChip: try Samples.uid(7))?.state == .unfinished)
        try await bench.present(torn)
        try await bench.takeAway()
        let tag = try #require(bench.registry.tag(onChip: try Samples.uid(7)))
        #expect(tag.state == .written && tag.key == Samples.key)
        #expect(bench.registry.violations == [])
    }

    @Test func `that was locked is confirmed as locked, whatever the batch asks for`() async throws {
        let first = try Bench(try Samples.batch(2, rules: BatchRules(protection: .lock)))
        try await first.present(Samples.chip(7))
        let chip = try await first.takeAway()
        let bench = try Bench(try Samples.batch(2, isDoubtful: true))
        try await bench.present(chip)
        #expect(try await bench.takeAway().memory == chip.memory)
        let tag = try #require(bench.registry.tag(onChip: try Samples.uid(7)))
        #expect(tag.state == .written && tag.protection == .lock)
    }

    @Test func `that carries another URL is refused as everywhere`() async throws {
        let chip = try await written(7, as: 1, try Samples.batch(1) { _ in "https://example.com/elsewhere" })
        let bench = try Bench(try Samples.batch(2, isDoubtful: true))
        let memory = chip.memory
        try await bench.present(chip)
        #expect(try await bench.takeAway().memory == memory)
        #expect(bench.registry.journal.map(\.kind) == [.chipRefused])
        #expect(bench.next?.id.text == "t-1")
    }

    @Test func `whose tag is on another chip by now is refused`() async throws {
        let chip = try await written(7, as: 1, try Samples.batch(2))
        let bench = try Bench(try Samples.batch(2, isDoubtful: true))
        try await bench.present(Samples.chip(1))
        try await bench.takeAway()
        try await bench.present(chip)
        #expect(bench.registry.journal.map(\.kind) == [.writeIntended, .writeConfirmed, .chipRefused])
    }

    @Test func `of a batch without doubts is foreign`() async throws {
        let chip = try await written(7, as: 2, try Samples.batch(3))
        let bench = try Bench(try Samples.batch(3))
        try await bench.present(chip)
        #expect(bench.registry.journal.map(\.kind) == [.chipRefused])
    }
}
