import Faults
import Provisioning
import ReaderEmulator
import Registry
import Testing

/// Earlier versions locked the data of a chip and left its configuration open to anyone, who may have been there.
@Suite struct `A chip that an earlier version locked` {
    private static let locking = BatchRules(protection: .lock)

    /// The chip, on record as written and locked, with an open configuration and what has become of it since; and the bench
    /// that it is put on.
    private func old(
        _ product: ReaderEmulator.Type2Product = .ntag213, now rules: BatchRules = locking,
        keys: AvailableKeys = AvailableKeys(current: Samples.key),
        _ change: (inout ReaderEmulator.Type2Tag) -> Void
    ) async throws -> (bench: Bench, chip: ReaderEmulator.Type2Tag) {
        let batch = try Samples.batch(1, rules: Self.locking)
        let first = try Bench(batch)
        try await first.present(Samples.chip(1, product))
        var chip = try await first.takeAway()
        try #require(first.registry.tags[0].state == .written && first.registry.tags[0].protection == .lock)
        if product.configurationPage != nil { chip.memory[0x2A] = [0x00, 0x05, 0x00, 0x00] }
        change(&chip)
        let known = Batch(name: batch.name, template: nil, tags: first.registry.tags, rules: rules)
        return (try Bench(known, registry: first.registry, keys: keys), chip)
    }

    private func complaint(of bench: Bench) -> Complaint? {
        bench.reports.compactMap {
            if case .refused(_, _, let complaint) = $0 { complaint } else { nil }
        }.last
    }

    private func isConfirmed(_ bench: Bench) -> Bool {
        bench.reports.contains { if case .confirmed = $0 { true } else { false } }
    }

    /// Presents it and looks whether its lock is complete, and its URL seen.
    private func expectCompleted(_ bench: Bench, _ chip: ReaderEmulator.Type2Tag) async throws {
        try await bench.present(chip)
        let left = try await bench.takeAway()
        #expect(left.memory[0x29] == [0x04, 0x00, 0x00, 0xFF] && left.memory[0x2A] == [0x40, 0x05, 0x00, 0x00])
        #expect(bench.registry.tags[0].state == .written && bench.registry.tags[0].protection == .lock)
        #expect(bench.registry.violations == [] && bench.registry.open.isEmpty)
        #expect(try PhoneReader.url(on: left) == Samples.url(1))
        // From then on it is confirmed by one look.
        try await bench.present(left)
        #expect(bench.reports.last == .confirmed(bench.registry.tags[0], try Samples.uid(1)))
    }

    /// Presents it and looks whether it is as before, with no byte changed.
    private func expectRefused(_ bench: Bench, _ chip: ReaderEmulator.Type2Tag, code: String) async throws {
        let entries = bench.registry.journal.count
        try await bench.present(chip)
        #expect(try await bench.takeAway().memory == chip.memory)
        #expect(complaint(of: bench)?.code.rawValue == code)
        #expect(!isConfirmed(bench))
        #expect(bench.registry.journal.dropFirst(entries).map(\.kind) == [.chipRefused])
        #expect(bench.registry.tags[0].uid != nil && bench.registry.violations == [])
    }

    @Test func `gets its configuration frozen`() async throws {
        let (bench, chip) = try await old { _ in }
        try await expectCompleted(bench, chip)
    }

    /// In the middle of the URL, or over the blocks before it; also where the batch does not ask for a lock any more.
    @Test(arguments: [0x08, 0x04, 0x05] as [UInt8], [locking, .usual])
    func `and a stranger mirrored over is healed`(page: UInt8, rules: BatchRules) async throws {
        let (bench, chip) = try await old(now: rules) { $0.memory[0x29] = [0x54, 0x00, page, 0xFF] }
        try await expectCompleted(bench, chip)
    }

    @Test func `and a stranger mirrored over and froze is refused as locked`() async throws {
        let (bench, chip) = try await old {
            $0.memory[0x29] = [0x54, 0x00, 0x08, 0xFF]
            $0.memory[0x2A] = [0x40, 0x05, 0x00, 0x00]
        }
        try await expectRefused(bench, chip, code: "locked")
    }

    /// The same, of a batch with another URL for it.
    private func moved(to url: String) async throws -> (Bench, ReaderEmulator.Type2Tag) {
        let (bench, chip) = try await old { $0.memory[0x29] = [0x54, 0x00, 0x08, 0xFF] }
        let moved = Samples.moved(bench.registry.tags[0], to: url)
        bench.registry.change(moved.id) { $0 = moved }
        let known = Batch(name: moved.batch, template: nil, tags: bench.registry.tags, rules: Self.locking)
        return (try Bench(known, registry: bench.registry), chip)
    }

    @Test func `with another message is refused as locked, mirror and all`() async throws {
        let (bench, chip) = try await moved(to: Samples.url(9))
        try await expectRefused(bench, chip, code: "locked")
    }

    /// Pages 8 to B hide that it ends in `.com`.
    @Test func `with another message under the mirror is refused as locked once that is seen`() async throws {
        let (bench, chip) = try await moved(to: "https://example.org/s/12?tag=t-1")
        try await bench.present(chip)
        let left = try await bench.takeAway()
        #expect(left.memory[0x29] == [0x04, 0x00, 0x00, 0xFF] && left.memory[0x2A] == chip.memory[0x2A])
        #expect(complaint(of: bench)?.code == "locked" && !isConfirmed(bench))
        #expect(bench.registry.tags[0].state == .unfinished)
        #expect(bench.registry.violations == [] && bench.registry.open.isEmpty)
    }

    /// Below CFG0 with a password that is not known here: each of the station's is tried once, and the factory's, where the
    /// chip does not count that.
    @Test(
        arguments: [(0x04, 0, 2), (0x29, 0, 2), (0x04, 3, 0)] as [(UInt8, UInt8, Int)], [locking, .usual])
    func `and a stranger closed is refused by name`(closed: (UInt8, UInt8, Int), rules: BatchRules) async throws {
        let (page, limit, tries) = closed
        let (bench, chip) = try await old(now: rules) {
            $0.memory[0x29] = [0x04, 0x00, 0x00, page]
            $0.memory[0x2A] = [limit, 0x05, 0x00, 0x00]
            $0.memory[0x2B] = [0x09, 0x08, 0x07, 0x06]
        }
        let passwords = try await passwordsTried(on: bench) {
            try await expectRefused(bench, chip, code: "password-protected")
        }
        #expect(passwords == tries)
        #expect(complaint(of: bench)?.message == "tag t-1 on chip 04A1B2C3D4E501 is not confirmed")
        #expect(bench.registry.tags[0].state == .written)
    }

    /// How many passwords are tried meanwhile.
    private func passwordsTried(on bench: Bench, _ body: () async throws -> Void) async throws -> Int {
        let (events, continuation) = AsyncStream.makeStream(of: AntennaEvent.self)
        bench.antenna.observe { continuation.yield($0) }
        try await body()
        continuation.finish()
        var passwords = 0
        for await case .command(let command) in events where command.first == 0x1B { passwords += 1 }
        return passwords
    }

    /// The registry was restored, and knows the chip as begun or not at all: none of the station's keys is on record for it.
    @Test(arguments: [false, true], [(0x04, 3, 0), (0x29, 1, 0), (0x04, 0, 2)] as [(UInt8, UInt8, Int)])
    func `and a stranger closed gets no password that is not on record in a doubtful batch`(
        isBegun: Bool, closed: (UInt8, UInt8, Int)
    ) async throws {
        let (page, limit, tries) = closed
        let (known, chip) = try await old {
            $0.memory[0x29] = [0x04, 0x00, 0x00, page]
            $0.memory[0x2A] = [limit, 0x05, 0x00, 0x00]
            $0.memory[0x2B] = [0x09, 0x08, 0x07, 0x06]
        }
        let batch = try Samples.batch(1, rules: Self.locking, isDoubtful: true)
        known.registry.change(batch.tags[0].id) { $0.state = .unfinished }
        let bench = try Bench(
            batch, registry: isBegun ? known.registry : nil, keys: AvailableKeys(current: Samples.key))
        let passwords = try await passwordsTried(on: bench) { try await bench.present(chip) }
        #expect(passwords == tries)
        #expect(complaint(of: bench)?.code == "password-protected" && !isConfirmed(bench))
        #expect(try await bench.takeAway().memory == chip.memory)
    }

    /// One that the factory's password opens, and one that none opens.
    @Test(arguments: [true, false]) func `and a stranger mirrored over and closed`(isFactorys: Bool) async throws {
        let (bench, chip) = try await old {
            $0.memory[0x29] = [0x54, 0x00, 0x08, 0x04]
            if !isFactorys { $0.memory[0x2B] = [0x09, 0x08, 0x07, 0x06] }
        }
        if isFactorys {
            try await expectCompleted(bench, chip)
        } else {
            try await expectRefused(bench, chip, code: "password-protected")
        }
    }

    /// No command takes a lock off, so that this is not the chip that was locked.
    @Test(arguments: [locking, .usual]) func `and that is not locked any more is refused`(rules: BatchRules)
        async throws
    {
        let (bench, chip) = try await old(now: rules) {
            $0.memory[0x02] = Array($0.memory[0x02].prefix(2)) + [0x00, 0x00]
            $0.memory[0x03][3] = 0x00
            $0.memory[0x28] = [0x00, 0x00, 0x00, 0xBD]
        }
        try await expectRefused(bench, chip, code: "wrong-content")
        #expect(
            complaint(of: bench)?.reason
                == "it was written as tag t-1 but now carries no lock, and a lock cannot be taken off")
    }

    @Test(arguments: [locking, .usual])
    func `and of which a part is not locked has that locked`(rules: BatchRules) async throws {
        let (bench, chip) = try await old(now: rules) { $0.memory[0x28] = [0x00, 0x00, 0x00, 0xBD] }
        try await expectCompleted(bench, chip)
        #expect(try await bench.takeAway().memory[0x28].prefix(2) == [0xFF, 0x0F])
    }

    @Test(arguments: [locking, .usual])
    func `and that a password of the station closes is completed with it`(rules: BatchRules) async throws {
        let keys = AvailableKeys(current: Samples.otherKey, older: [Samples.key])
        let (bench, chip) = try await old(now: rules, keys: keys) {
            $0.memory[0x29] = [0x04, 0x00, 0x00, 0x02]
            $0.memory[0x2B] = Array("-1".utf8) + $0.uid.suffix(2)
            $0.memory[0x2C] = [0x4E, 0x01, 0x00, 0x00]
        }
        try await expectCompleted(bench, chip)
    }

    /// CFG0 is open, and once it is written no password acts.
    @Test func `and a stranger closed behind CFG0 is completed without a password`() async throws {
        let (bench, chip) = try await old {
            $0.memory[0x29] = [0x04, 0x00, 0x00, 0x2A]
            $0.memory[0x2B] = [0x09, 0x08, 0x07, 0x06]
        }
        try await expectCompleted(bench, chip)
    }

    /// AUTH0, AUTH1 and key of an Ultralight C.
    @Test func `gets the lock bits of its key set`() async throws {
        let (bench, chip) = try await old(.ultralightC) { $0.memory[0x28] = [0xFF, 0x11, 0x00, 0x00] }
        try await bench.present(chip)
        let left = try await bench.takeAway()
        #expect(left.memory[0x28] == [0xFF, 0xFF, 0x00, 0x00])
        #expect(bench.registry.tags[0].state == .written && bench.registry.tags[0].protection == .lock)
    }
}
