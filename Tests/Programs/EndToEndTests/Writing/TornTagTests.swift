import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// A tag torn away at every single exchange of a write through the whole house.
@Suite(.timeLimit(.minutes(10))) struct `A tag that is torn away while it is written` {
    /// How the exchange ends in which the tag leaves.
    enum Tear: CaseIterable, Sendable {
        /// The tag has not heard the command.
        case unheard
        /// The tag has done it, but its answer does not arrive.
        case unanswered
        /// The answer arrives, and then the tag is gone.
        case done
        /// The power goes while a page is programmed, and leaves this in it.
        case halfway, erased, full

        var remains: [UInt8]? {
            switch self {
            case .halfway: [0x55, 0xAA, 0x55, 0xAA]
            case .erased: [0x00, 0x00, 0x00, 0x00]
            case .full: [0xFF, 0xFF, 0xFF, 0xFF]
            case .unheard, .unanswered, .done: nil
            }
        }

        func schedule(at n: Int, on antenna: Antenna) {
            switch self {
            case .unheard: antenna.tear(after: n, losing: .command)
            case .unanswered: antenna.tear(after: n, losing: .answer)
            case .done: antenna.tear(after: n)
            case .halfway, .erased, .full: antenna.tear(after: n, leaving: remains)
            }
        }
    }

    static let oldURL = "https://www.example.com/somebody/else/was/here/before"

    private enum Outcome {
        case torn
        case written
    }

    /// A new chip for each case.
    private struct Chips {
        let product: ReaderEmulator.Type2Product
        let old: String?
        var count = 0

        mutating func next() -> ReaderEmulator.Type2Tag {
            count += 1
            let uid = ReaderEmulator.Type2Tag.uid(numbered: count)
            return old.map { .carrying($0, product, uid: uid) } ?? ReaderEmulator.Type2Tag(product, uid: uid)
        }
    }

    @Test func `holds nothing or the new URL, if it was blank, and is finished later`() async throws {
        try await sweep(Chips(product: .ntag213, old: nil), Tear.allCases, [])
    }

    @Test func `holds the old URL, nothing or the new one, and is finished later`() async throws {
        try await sweep(Chips(product: .ntag215, old: Self.oldURL), [.unheard, .unanswered, .done], ["--overwrite"])
    }

    /// Half a configuration page or half a lock page is what the proof of the rooms tries; here the whole house stands
    /// between a tear and its mending.
    @Test(arguments: ["lock", "password"])
    func `is never protected with anything but its URL, and is finished later`(protection: String) async throws {
        let keys = try TemporaryFolder()
        let made = try await RunningProgram(.commandLine, ["key", "create", keys["2026.key"]]).wait()
        #expect(made.status == .exited(0))
        try await sweep(
            Chips(product: .ntag213, old: nil), [.unheard, .unanswered, .done], ["--protect", protection, "--yes"],
            daemon: ["--tag-key", keys.path])
    }

    /// One daemon and one reader for all cases.
    private func sweep(
        _ chips: Chips, _ tears: [Tear], _ options: [String], daemon: [String] = []
    ) async throws {
        var chips = chips
        try await TestStation.run(options: daemon) { station in
            try await station.createBatch("a", tags: 150)
            let reader = try await station.addReader("bench")
            let bench = try PackingBench(station, reader, arguments: ["a"] + options)
            var cases = 0
            for tear in tears {
                for n in 1... {
                    let tag = chips.next()
                    let isLast = try await run(tear, at: n, tag, bench)
                    cases += 1
                    if isLast { break }
                }
            }
            try await check(station, chips: chips.count)
            bench.program.signal(2)
            #expect(try await bench.ending().status == .exited(130))
            print(
                "torn through the house: \(chips.product.name) \(options.joined(separator: " ")): \(cases) cases, all finished"
            )
        }
    }

    /// One case; true when the write ended before the tear came.
    private func run(
        _ tear: Tear, at n: Int, _ tag: ReaderEmulator.Type2Tag, _ bench: PackingBench
    ) async throws -> Bool {
        let antenna = bench.reader.antenna
        antenna.remove()
        tear.schedule(at: n, on: antenna)
        try await bench.put(tag)
        let outcome = try await outcome(tag, bench)
        let isUntorn = outcome == .written && antenna.isTagInField
        antenna.clearFaults()

        let left = try #require(antenna.remove())
        let known = try await bench.station.api.tags(of: "a").first { $0.uid == tag.uidText }
        let name = "\(tear) at \(n): \(left.phoneView), \(known?.state ?? "not known")"
        // A page that lost its power while it was programmed may say anything but another URL.
        let allowed: [PhoneView] =
            [tag.phoneView, .nothing] + (known.map { [.url($0.url)] } ?? []) + (tear.remains == nil ? [] : [.damaged])
        #expect(allowed.contains(left.phoneView), "\(name)")
        if left.memory != tag.memory { #expect(known != nil, "changed without an intent: \(name)") }
        if known?.state == "written" { #expect(left.phoneView == known.map { .url($0.url) }, "\(name)") }
        if left.isProtected { #expect(left.phoneView == known.map { .url($0.url) }, "\(name)") }

        // A chip that was written and comes back at once is not looked at again.
        if outcome == .written { try await bench.untilLookedAway() }
        try await bench.put(left)
        // Also where half a page has made the memory senseless.
        let answer = try await bench.untilEvent(of: tag, ["written", "confirmed", "refused"])
        #expect(answer.type != "refused", "\(name): \(answer.code ?? "")")
        #expect(antenna.tag?.phoneView == answer.url.map { .url($0) }, "\(name)")
        return isUntorn
    }

    private func outcome(_ tag: ReaderEmulator.Type2Tag, _ bench: PackingBench) async throws -> Outcome {
        var hasLeft = false
        return try await bench.until("a tear or a written tag") { happening in
            switch happening {
            case .antenna(.removed): hasLeft = true
            // The station has noticed.
            case .antenna(.foundNone) where hasLeft: return .torn
            case .event(let event) where event.type == "written" && event.uid == tag.uidText: return .written
            default: break
            }
            return nil
        }
    }

    /// What the journal says of every chip: an intent before each attempt that could change it, and one result.
    private func check(_ station: TestStation, chips: Int) async throws {
        _ = try await station.api.unbrokenJournal()
        let written = try await station.api.tags(of: "a").filter { $0.state == "written" }
        #expect(written.count == chips)
        let journal = try await station.api.journal()
        for tag in written {
            var kinds = journal.filter { $0["uid"] == tag.uid }.map(\.kind)
            // With a protection both intents come before the result.
            kinds.removeAll { $0 == "protection-intended" }
            #expect(Array(kinds.suffix(2)) == ["write-intended", "write-confirmed"], "\(tag): \(kinds)")
            kinds.removeLast(2)
            // One attempt was torn; on a busy machine an answer may come too late for another one.
            let attempts = Array(repeating: ["write-intended", "write-interrupted"], count: kinds.count / 2)
            #expect(kinds == attempts.flatMap { $0 } && kinds.count <= 6, "\(tag): \(kinds)")
        }
    }
}

extension ReaderEmulator.Type2Tag {
    /// A lock bit is set, the container forbids writing, or a password is asked for.
    fileprivate var isProtected: Bool {
        let dynamic = product.dynamicLockPage.map { Array(memory[$0][0..<3]) } ?? []
        let configuration = product.configurationPage.map { memory[$0][3] } ?? 0xFF
        return memory[2][2...3] != [0, 0] || dynamic.contains { $0 != 0 } || memory[3][3] & 0x0F != 0
            || configuration != 0xFF
    }
}
