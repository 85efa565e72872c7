import Chips
import Faults
import NDEF
import Provisioning
import ReaderEmulator
import Registry
import Testing

/// A whole write, torn at every exchange: the journal is ahead of the first changed byte, the tag holds its old
/// message, none, or the new one, and the same chip presented again is finished.
@Suite struct `A tag that is torn away` {
    enum Old: String, CaseIterable, Sendable {
        case factory, foreign, begun
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let product: ReaderEmulator.Type2Product
        let characters: Int
        let old: Old
        var url: String { "https://" + String(repeating: "a", count: characters) }
        var testDescription: String { "\(product.name), \(characters) characters, \(old)" }
    }

    static let cases = [
        (ReaderEmulator.Type2Product.ntag213, [20, 131]), (.ntag215, [20, 255]), (.ntag216, [20, 300]),
    ].flatMap { product, lengths in
        lengths.flatMap { length in Old.allCases.map { Case(product: product, characters: length, old: $0) } }
    }

    /// How the exchange ends in which the tag leaves: the command is not heard, the answer does not arrive, or all is
    /// done.
    static let losses: [LostHalf?] = [.command, .answer, nil]

    /// A bench and a chip, not yet on it.
    private func start(_ subject: Case) async throws -> (Bench, ReaderEmulator.Type2Tag) {
        let batch = try Samples.batch(2) { $0 == 1 ? subject.url : Samples.url($0) }
        let bench = try Bench(batch, overwrite: subject.old == .foreign)
        let chip = Samples.chip(1, subject.product)
        switch subject.old {
        case .factory: return (bench, chip)
        case .foreign:
            let message = try NDEFMessage(uri: "https://other.example/" + String(repeating: "b", count: 60))
            return (bench, try await Samples.chip(1, subject.product, saying: message))
        case .begun:
            // An earlier session was torn in the middle of its writes.
            let earlier = try Bench(batch, registry: bench.registry)
            earlier.antenna.tear(after: 6, losing: .answer)
            try await earlier.present(chip)
            #expect(bench.registry.tags[0].state == .unfinished)
            return (bench, try await earlier.takeAway())
        }
    }

    private func check(_ bench: Bench, _ what: Comment) throws {
        #expect(bench.registry.violations == [], what)
        let carried = bench.registry.tags.compactMap(\.uid)
        #expect(Set(carried).count == carried.count, what)
        for tag in bench.registry.tags where tag.uid == nil { #expect(tag.state == .planned, what) }
    }

    /// Presents the chip again and expects it to be finished as the tag that it was begun as.
    private func finish(
        _ bench: Bench, _ chip: ReaderEmulator.Type2Tag, url: String, _ what: Comment
    ) async throws {
        try await bench.present(chip)
        #expect(try PhoneReader.url(on: try await bench.takeAway()) == url, what)
        let tag = try #require(bench.registry.tag(onChip: Samples.uid(1)), what)
        #expect(tag.id.text == "t-1", what)
        #expect(tag.state == .written, what)
        #expect(bench.next?.id.text == "t-2", what)
        try check(bench, what)
    }

    @Test(arguments: cases)
    func `holds old, empty or new content, and is finished later`(subject: Case) async throws {
        let (whole, chip) = try await start(subject)
        try await whole.present(chip)
        let exchanges = whole.antenna.counts.commands
        #expect(whole.registry.tags[0].state == .written)
        let allowed = [try PhoneReader.url(on: chip), nil, subject.url]
        var tried = 0
        for n in 1...exchanges {
            for lost in Self.losses {
                let what: Comment = "exchange \(n), lost: \(lost.map { "\($0)" } ?? "nothing")"
                let (bench, chip) = try await start(subject)
                bench.antenna.tear(after: n, losing: lost)
                try await bench.present(chip)
                let left = try await bench.takeAway()
                #expect(allowed.contains(try PhoneReader.url(on: left)), what)
                try check(bench, what)
                let isWritten = bench.registry.tags[0].state == .written
                #expect(isWritten == (n == exchanges && lost == nil), what)
                if left.memory != chip.memory { #expect(bench.registry.tags[0].uid == ChipUID(chip.uid), what) }
                #expect(bench.registry.open.isEmpty, what)
                try await finish(bench, left, url: subject.url, what)
                tried += 1
            }
        }
        print("torn: \(subject.testDescription): \(tried) cases")
    }

    /// The chip is not torn by an exchange but taken between two of them, also while the journal is written.
    @Test(arguments: cases.filter { $0.characters == 20 })
    func `between two actions is finished later as well`(subject: Case) async throws {
        let (whole, chip) = try await start(subject)
        whole.antenna.insert(chip)
        var actions = 0
        repeat {
            try await whole.step()
            actions += 1
        } while !whole.isWaiting
        for n in 1...actions {
            let what: Comment = "after action \(n)"
            let (bench, chip) = try await start(subject)
            bench.antenna.insert(chip)
            for _ in 0..<n { try await bench.step() }
            let left = try await bench.takeAway()
            #expect([try PhoneReader.url(on: chip), nil, subject.url].contains(try PhoneReader.url(on: left)), what)
            try check(bench, what)
            try await finish(bench, left, url: subject.url, what)
        }
        print("taken: \(subject.testDescription): \(actions) cases")
    }

    /// The power fails while a page is programmed: four bytes of anything are left in it. What is then on the tag may
    /// be damaged, but the journal knows that it is unfinished, and the same chip is finished.
    @Test(arguments: cases.filter { $0.characters == 20 })
    func `within the programming of a page is finished later as well`(subject: Case) async throws {
        let (whole, chip) = try await start(subject)
        try await whole.present(chip)
        var tried = 0
        for n in 1...whole.antenna.counts.commands {
            for remains: [UInt8] in [
                [0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0xAA, 0xAA, 0xAA, 0xAA], [0x03, 0x10, 0xD1, 0x00],
            ] {
                let what: Comment = "exchange \(n), leaving \(remains)"
                let (bench, chip) = try await start(subject)
                bench.antenna.tear(after: n, leaving: remains)
                try await bench.present(chip)
                let left = try await bench.takeAway()
                #expect(bench.registry.tags[0].state != .written, what)
                if left.memory != chip.memory { #expect(bench.registry.tags[0].state == .unfinished, what) }
                try check(bench, what)
                try await finish(bench, left, url: subject.url, what)
                tried += 1
            }
        }
        print("torn within a page: \(subject.testDescription): \(tried) cases")
    }

    @Test func `again and again is finished in the end, and the journal tells each attempt`() async throws {
        let subject = Case(product: .ntag213, characters: 20, old: .factory)
        var (bench, chip) = try await start(subject)
        for _ in 1...7 {
            // GET_VERSION, one read, and the first write, which is not heard.
            bench.antenna.tear(after: 3, losing: .command)
            try await bench.present(chip)
            chip = try await bench.takeAway()
        }
        #expect(
            bench.registry.journal.map(\.kind)
                == Array(repeating: [.writeIntended, .writeInterrupted], count: 7).flatMap { $0 })
        try await finish(bench, chip, url: subject.url, "torn seven times")
    }

    /// A tag at the edge of the field, or one whose memory is worn out.
    @Test func `but stays and fails again and again is left alone after three attempts`() async throws {
        let bench = try Bench(try Samples.batch(1))
        bench.link.deafen(true)
        try await bench.present(Samples.chip(1))
        for _ in 0..<10 { try await bench.step() }
        #expect(
            bench.registry.journal.map(\.kind)
                == Array(repeating: [.writeIntended, .writeInterrupted], count: 3).flatMap { $0 })
        let complaints = bench.reports.compactMap {
            if case .interrupted(_, _, let complaint) = $0 { complaint.code.rawValue } else { String?.none }
        }
        #expect(complaints == ["write-unknown", "write-unknown", "write-unknown"])
        let presented = WriteReport.presented(try Samples.uid(1))
        #expect(bench.reports.count { $0 == presented } == 1)

        let chip = try await bench.takeAway()
        bench.link.deafen(false)
        try await bench.present(chip)
        #expect(bench.queue.signs.isDone)
        #expect(bench.registry.violations == [])
    }
}
