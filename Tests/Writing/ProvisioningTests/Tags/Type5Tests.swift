import Chips
import Faults
import Provisioning
import ReaderEmulator
import Registry
import Testing

/// ICODE SLIX and SLIX2 in a session, on a reader that reaches them.
@Suite struct `A Type 5 chip` {
    private static func refusal(_ chip: Type5Tag, _ rules: BatchRules, url: String = Samples.url(1)) async throws
        -> Complaint?
    {
        let bench = try Bench(
            try Samples.batch(1, rules: rules) { _ in url }, keys: AvailableKeys(current: Samples.key))
        // What the station says of a chip without a signature that it knows.
        bench.port.genuineness = .unknown
        try await bench.present(chip)
        #expect(try await bench.takeAny().dump == chip.dump)
        #expect(bench.registry.journal.map(\.kind) == [.chipRefused])
        #expect(bench.registry.tags[0].state == .planned && bench.registry.tags[0].uid == nil)
        #expect(bench.registry.violations == [])
        // The tag goes to the next chip.
        guard case .refused(_, _, let complaint)? = bench.reports.last else { return nil }
        return complaint
    }

    @Test(arguments: [Type5Product.slix, .slix2], [Protection.none, .lock])
    func `is written, locked where that is asked, and goes into the journal under its name`(
        product: Type5Product, protection: Protection
    ) async throws {
        let bench = try Bench(try Samples.batch(2, rules: BatchRules(protection: protection)))
        let chip = Samples.vicinity(1, product)
        try await bench.present(chip)
        let left = try #require(try await bench.takeAny() as? Type5Tag)
        #expect(try PhoneReader.url(on: left) == Samples.url(1))
        #expect(left.lockedBlocks.isEmpty == (protection == .none))
        let tag = bench.registry.tags[0]
        #expect(tag.state == .written && tag.product == (product == .slix ? "ICODE SLIX" : "ICODE SLIX2"))
        #expect(tag.uid?.bytes == chip.uid && tag.uid?.bytes.count == 8)
        // Beside chips of other types.
        try await bench.present(Samples.chip(2))
        #expect(bench.registry.tags[1].state == .written || protection == .lock)
        _ = try await bench.takeAny()
        // Presented again it is confirmed.
        try await bench.present(left)
        #expect(try await bench.takeAny().dump == left.dump)
        #expect(bench.registry.violations == [])
    }

    @Test func `is refused where it cannot become what the batch asks`() async throws {
        let password = try await Self.refusal(Samples.vicinity(1), BatchRules(protection: .password))
        #expect(password?.code == "not-protectable")
        #expect(password?.reason == "Type 5 tags get no password here")
        let mirror = try await Self.refusal(
            Samples.vicinity(1), BatchRules(mirror: .uid), url: "https://example.com/?u=00000000000000")
        #expect(mirror?.code == "not-mirrorable")
        #expect(mirror?.reason == "Type 5 tags do not mirror")
        let genuine = try await Self.refusal(Samples.vicinity(1, .slix2), BatchRules(genuineness: .required))
        #expect(genuine?.code == "genuineness-unknown")
        #expect(
            genuine?.reason
                == "the batch takes genuine chips only, and a chip of the kind ICODE SLIX2 shows no signature that is "
                + "known here")
        let small = try await Self.refusal(
            Samples.vicinity(1), .usual, url: "https://example.com/" + String(repeating: "a", count: 90))
        #expect(small?.code == "too-small")
        #expect(small?.next == "shorten the URL by 5 characters, or use an ICODE SLIX2 (312 bytes)")
    }

    @Test func `of an untested kind is refused, until that is allowed`() async throws {
        let complaint = try await Self.refusal(Samples.vicinity(1, .sli), .usual)
        #expect(complaint?.code == "unsupported-product")
        let bench = try Bench(try Samples.batch(1), allowsUntried: true)
        try await bench.present(Samples.vicinity(1, .sli))
        #expect(try PhoneReader.url(on: try await bench.takeAny()) == Samples.url(1))
        #expect(bench.registry.tags[0].product == "ICODE SLI")
    }

    /// Data of another system is not overwritten, and not locked behind a message.
    @Test(
        arguments: [(5, "05"), (24, "18"), (26, "1A")] as [(Int, String)],
        [BatchRules.usual, BatchRules(protection: .lock)])
    func `with data that is not NDEF is refused, unless it may be written over`(
        block: (number: Int, name: String), rules: BatchRules
    ) async throws {
        var chip = Samples.vicinity(1)
        chip.memory[block.number] = [0x01, 0x02, 0x03, 0x04]
        let complaint = try await Self.refusal(chip, rules)
        #expect(complaint?.code == "foreign-content")
        #expect(complaint?.reason.contains("block \(block.name) holds 01 02 03 04, data that is not NDEF") == true)
        let bench = try Bench(try Samples.batch(1), overwrite: true)
        try await bench.present(chip)
        #expect(try PhoneReader.url(on: try await bench.takeAny()) == Samples.url(1))
    }

    /// New chips of NXP hold `W_OK` behind their data.
    @Test func `with the maker's mark alone is blank`() async throws {
        var chip = Samples.vicinity(1)
        chip.memory[27] = [0x57, 0x5F, 0x4F, 0x4B]
        let bench = try Bench(try Samples.batch(1, rules: BatchRules(protection: .lock)))
        try await bench.present(chip)
        let left = try #require(try await bench.takeAny() as? Type5Tag)
        #expect(try PhoneReader.url(on: left) == Samples.url(1))
        #expect(left.memory[27] == chip.memory[27] && !left.lockedBlocks.contains(27))
    }

    /// What a container says of access is another's decision, and no content.
    @Test(arguments: [(0x43, "locked"), (0x4C, "password-protected")] as [(UInt8, String)])
    func `whose container forbids writing or reading stays so, also when it may be written over`(
        access: UInt8, code: String
    ) async throws {
        var chip = Samples.vicinity(1)
        chip.memory[0] = [0xE1, access, 0x0D, 0x00]
        let bench = try Bench(try Samples.batch(1), overwrite: true)
        try await bench.present(chip)
        #expect(try await bench.takeAny().dump == chip.dump)
        guard case .refused(_, _, let complaint)? = bench.reports.last else {
            Issue.record("it was not refused")
            return
        }
        #expect(complaint.code.rawValue == code)
    }
}
