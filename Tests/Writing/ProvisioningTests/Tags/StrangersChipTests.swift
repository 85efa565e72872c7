import Faults
import Provisioning
import ReaderEmulator
import Registry
import Testing

/// Chips that others have used before: what cannot be is found before a byte changes, and no password is guessed.
@Suite struct `A chip that was another's` {
    /// The chip under a bench of its own, and the frames that it got.
    private func present(
        _ chip: ReaderEmulator.Type2Tag, _ rules: BatchRules, overwrite: Bool = false,
        url: @Sendable (Int) -> String = Samples.url
    ) async throws -> (bench: Bench, left: ReaderEmulator.Type2Tag, passwords: Int) {
        let bench = try Bench(
            try Samples.batch(1, rules: rules, url: url), overwrite: overwrite,
            keys: AvailableKeys(current: Samples.key))
        let (events, continuation) = AsyncStream.makeStream(of: AntennaEvent.self)
        bench.antenna.observe { continuation.yield($0) }
        try await bench.present(chip)
        let left = try await bench.takeAway()
        continuation.finish()
        var passwords = 0
        for await case .command(let command) in events where command.first == 0x1B { passwords += 1 }
        return (bench, left, passwords)
    }

    private func code(_ bench: Bench) -> String? {
        bench.reports.compactMap {
            if case .refused(_, _, let complaint) = $0 { complaint.code.rawValue } else { nil }
        }.last
    }

    /// PROT 0 and a password that is not known, behind all that the message takes.
    static func closed(before page: UInt8, limit: UInt8 = 3) -> ReaderEmulator.Type2Tag {
        var chip = Samples.chip(1)
        chip.memory[0x29] = [0x04, 0x00, 0x00, page]
        chip.memory[0x2A] = [limit, 0x05, 0x00, 0x00]
        chip.memory[0x2B] = [0x09, 0x08, 0x07, 0x06]
        return chip
    }

    @Test(
        arguments: [
            (0x29, BatchRules(protection: .password)), (0x2C, BatchRules(protection: .password)),
            (0x28, BatchRules(protection: .lock)), (0x29, BatchRules(protection: .lock)),
            (0x2A, BatchRules(mirror: .uid)),
        ] as [(UInt8, BatchRules)])
    func `is refused where its password is in the way, and none is tried`(page: UInt8, rules: BatchRules) async throws {
        let chip = Self.closed(before: page)
        let (bench, left, passwords) = try await present(chip, rules) { "https://a.example/\($0)?u=00000000000000" }
        #expect(left.memory == chip.memory && passwords == 0)
        #expect(bench.registry.journal.map(\.kind) == [.chipRefused])
        #expect(code(bench) == "password-protected")
        #expect(bench.registry.tags[0].state == .planned)
    }

    /// A password that closes nothing of the message stays, whatever became of the write.
    @Test func `keeps a password that the journal never intended when it is finished`() async throws {
        let batch = try Samples.batch(1)
        let chip = Self.closed(before: 0x20)
        let whole = try Bench(batch)
        try await whole.present(chip)
        #expect(whole.registry.tags[0].state == .written)
        let bench = try Bench(batch)
        bench.antenna.tear(after: whole.antenna.counts.commands - 2)
        try await bench.present(chip)
        let torn = try await bench.takeAway()
        try #require(bench.registry.tags[0].state == .unfinished)
        let (events, continuation) = AsyncStream.makeStream(of: AntennaEvent.self)
        bench.antenna.observe { continuation.yield($0) }
        try await bench.present(torn)
        let left = try await bench.takeAway()
        continuation.finish()
        for await case .command(let command) in events { #expect(command.first != 0x1B) }
        #expect(bench.registry.tags[0].state == .written)
        #expect(left.failedAuthentications == 0)
        #expect((0x29...0x2C).allSatisfy { left.memory[$0] == chip.memory[$0] })
        #expect(try PhoneReader.url(on: left) == Samples.url(1))
    }

    enum Flaw: String, CaseIterable, Sendable {
        case frozenForPassword, frozenForMirror, lockedContainer, keyBeforeLocks, openKeyFrozen

        var rules: BatchRules {
            switch self {
            case .frozenForPassword: BatchRules(protection: .password)
            case .frozenForMirror: BatchRules(mirror: .uid)
            case .lockedContainer, .keyBeforeLocks, .openKeyFrozen: BatchRules(protection: .lock)
            }
        }

        var code: String {
            switch self {
            case .frozenForPassword: "not-protectable"
            case .frozenForMirror: "not-mirrorable"
            case .lockedContainer, .keyBeforeLocks, .openKeyFrozen: "not-lockable"
            }
        }

        func chip() -> ReaderEmulator.Type2Tag {
            var chip = Samples.chip(1, self == .keyBeforeLocks || self == .openKeyFrozen ? .ultralightC : .ntag213)
            switch self {
            case .frozenForPassword, .frozenForMirror: chip.memory[0x2A] = [0x40, 0x05, 0x00, 0x00]
            case .lockedContainer: chip.memory[2][2] = 0x08
            case .keyBeforeLocks:
                chip.memory[0x2A] = [0x28, 0x00, 0x00, 0x00]
                chip.memory[0x2B] = [0x01, 0x00, 0x00, 0x00]
            // The block bits of AUTH0, AUTH1 and key, without their lock bits.
            case .openKeyFrozen: chip.memory[0x28][1] = 0x0E
            }
            return chip
        }
    }

    @Test(arguments: Flaw.allCases)
    func `and can never become what is asked is refused before a byte changes`(flaw: Flaw) async throws {
        let chip = flaw.chip()
        let (bench, left, _) = try await present(chip, flaw.rules) { "https://a.example/\($0)?u=00000000000000" }
        #expect(left.memory == chip.memory)
        #expect(bench.registry.journal.map(\.kind) == [.chipRefused])
        #expect(code(bench) == flaw.code)
        #expect(bench.registry.tags[0].state == .planned && bench.registry.tags[0].uid == nil)
    }

    @Test func `with a frozen configuration is locked all the same`() async throws {
        let (bench, left, _) = try await present(Flaw.frozenForPassword.chip(), BatchRules(protection: .lock))
        #expect(bench.registry.tags[0].state == .written && left.memory[2][2...3] == [0xFF, 0xFF])
    }

    /// A ticket: no capability container, and data that is not NDEF: among one-time bits, where the message would be, or
    /// behind that.
    @Test(
        arguments: [ReaderEmulator.Type2Product.ultralightUL21, .ultralight, .ultralightC],
        [(0x03, [0x80, 0, 0, 0]), (0x05, [1, 2, 3, 4]), (0x0E, [1, 2, 3, 4])] as [(Int, [UInt8])])
    func `and holds data without NDEF is written over only when that was allowed`(
        product: ReaderEmulator.Type2Product, data: (page: Int, bytes: [UInt8])
    ) async throws {
        var chip = Samples.chip(1, product)
        chip.memory[data.page] = data.bytes
        for rules in [BatchRules.usual, BatchRules(protection: .lock)] {
            let (bench, left, _) = try await present(chip, rules)
            #expect(left.memory == chip.memory && code(bench) == "foreign-content")
        }
        let (allowed, written, _) = try await present(chip, .usual, overwrite: true)
        #expect(allowed.registry.tags[0].state == .written)
        #expect(try PhoneReader.url(on: written) == Samples.url(1))
    }

    @Test func `and was erased with FF is blank`() async throws {
        var chip = Samples.chip(1, .ultralightUL21)
        chip.memory.put([UInt8](repeating: 0xFF, count: 128), at: 4)
        let (bench, left, _) = try await present(chip, .usual)
        #expect(bench.registry.tags[0].state == .written)
        #expect(try PhoneReader.url(on: left) == Samples.url(1))
    }
}
