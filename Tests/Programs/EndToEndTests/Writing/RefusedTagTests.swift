import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// Tags that must not be written: each is refused with its reason and stays as it is.
@Suite(.timeLimit(.minutes(10))) struct `A tag that must not be written` {
    struct Case: Sendable {
        let code: String
        /// How the tag came to be what it is.
        let change: @Sendable (inout ReaderEmulator.Type2Tag) -> Void
    }

    private static let foreign = "https://www.example.com/menu"

    static let cases: [Case] = [
        Case(code: "foreign-content") { $0 = .carrying(foreign, .ntag213, uid: $0.uid) },
        Case(code: "foreign-content") {
            // A text record, "hi", behind the Lock Control block.
            $0.memory.put([0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, 0x09, 0xD1, 0x01, 0x05, 0x54, 0x02], at: 4)
            $0.memory.put([0x65, 0x6E, 0x68, 0x69, 0xFE], at: 7)
        },
        Case(code: "locked") {
            $0.memory[2] = Array($0.memory[2].prefix(2)) + [0xF8, 0xFF]
            $0.memory[0x28] = [0xFF, 0xFF, 0xFF, 0xBD]
        },
        // The capability container says that nobody may write.
        Case(code: "locked") { $0.memory[3] = [0xE1, 0x10, 0x12, 0x0F] },
        // AUTH0: every page from 4 on needs the password to be written.
        Case(code: "password-protected") { $0.memory[0x29] = [0x04, 0x00, 0x00, 0x04] },
        // MIRROR_CONF: the UID is shown in place of what page 8 and following hold.
        Case(code: "mirrored") { $0.memory[0x29] = [0x44, 0x00, 0x08, 0xFF] },
        // One-time bits of a size that it does not have. With none at all it would be formatted.
        Case(code: "not-formatted") { $0.memory[3] = [0x00, 0x00, 0x6D, 0x00] },
        // A tag that passes for a MIFARE Classic.
        Case(code: "unsupported-product") { $0.sak = 0x08 },
        Case(code: "unsupported-product") { $0.sak = 0x20 },
    ]

    @Test func `is refused with what, why and what next, and stays as it is`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 2)
            let reader = try await station.addReader("bench")
            let trap = CommandTrap(reader.antenna)
            let bench = try PackingBench(station, reader, "a")
            for (number, subject) in Self.cases.enumerated() {
                var tag = ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: number + 1))
                subject.change(&tag)
                try await Self.expectRefusal(subject.code, of: tag, bench, trap)
            }
            // The journal has the last refusal before the reader looks for another tag.
            reader.antenna.remove()
            try await bench.untilLookedAway()
            let kinds = try await station.api.journal().map(\.kind)
            #expect(kinds.count { $0 == "chip-refused" } == Self.cases.count)
            #expect(!kinds.contains("write-intended"))
        }
    }

    @Test func `is too small for the URL`() async throws {
        try await TestStation.run { station in
            try await station.createBatch(
                "a", tags: 1, template: "https://f.example/" + String(repeating: "x", count: 200) + "{?store,tag}")
            let reader = try await station.addReader("bench")
            let bench = try PackingBench(station, reader, "a")
            let small = ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: 1))
            try await Self.expectRefusal("too-small", of: small, bench, CommandTrap(reader.antenna))
            // The same tag identifier on a larger chip.
            try await bench.write(
                ReaderEmulator.Type2Tag(.ntag215, uid: ReaderEmulator.Type2Tag.uid(numbered: 2)))
            #expect(try await bench.ending().status == .exited(0))
        }
    }

    @Test func `carries a tag of another batch, or one that is retired`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            try await station.createBatch("b", tags: 2)
            let reader = try await station.addReader("bench")
            let first = try PackingBench(station, reader, "a")
            let chip = try await first.write(.init(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: 1)))
            #expect(try await first.ending().status == .exited(0))

            let bench = try PackingBench(station, reader, "b")
            let trap = CommandTrap(reader.antenna)
            try await Self.expectRefusal("chip-of-other-batch", of: chip, bench, trap)
            reader.antenna.remove()
            try await bench.untilLookedAway()
            try await station.waymark("tag", "retire", "a1", "--reason", "table removed")
            try await Self.expectRefusal("retired", of: chip, bench, trap)
        }
    }

    @Test func `was written before: it is confirmed without a write`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 2)
            let reader = try await station.addReader("bench")
            let bench = try PackingBench(station, reader, "a")
            let chip = try await bench.write(.init(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: 1)))
            try await bench.untilLookedAway()
            let entries = try await station.api.journal().count

            let trap = CommandTrap(reader.antenna)
            try await bench.put(chip)
            #expect(try await bench.untilEvent(of: chip, ["written", "confirmed"]).type == "confirmed")
            #expect(!trap.commands.contains { $0.first == 0xA2 })
            #expect(reader.antenna.tag?.memory == chip.memory)
            #expect(try await station.api.journal().count == entries)

            // Somebody has written something else to it since.
            reader.antenna.remove()
            try await bench.untilLookedAway()
            let changed = ReaderEmulator.Type2Tag.carrying(Self.foreign, .ntag213, uid: chip.uid)
            try await Self.expectRefusal("wrong-content", of: changed, bench, trap)
        }
    }

    @Test func `is no tag of the batch, because all of them are written`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            let reader = try await station.addReader("bench")
            let bench = try PackingBench(station, reader, "a")
            // The only tag of the batch is begun on one chip, which is then lost.
            reader.antenna.tear(after: 4)
            try await bench.put(.init(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: 1)))
            try await bench.untilEvent("interrupted")
            let other = ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: 2))
            let refusal = try await Self.expectRefusal(
                "only-unfinished-left", of: other, bench, CommandTrap(reader.antenna))
            #expect(refusal.next?.contains("waymark tag replace") == true)

            // The advice helps, without starting again.
            try await station.waymark("tag", "replace", "a1", "--reason", "chip lost")
            reader.antenna.remove()
            try await bench.untilLookedAway()
            try await bench.write(other)
            #expect(try await bench.ending().status == .exited(0))
        }
    }

    @Test func `is told to a person in three lines`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            let reader = try await station.addReader("bench")
            reader.antenna.insert(
                .carrying(Self.foreign, .ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: 1)))
            let program = try station.start(["write", "a"])
            var lines: [String] = []
            for await line in program.errors.lines {
                lines.append(line)
                if lines.count == 3 { break }
            }
            program.signal(2)
            _ = await program.wait()
            #expect(
                lines == [
                    "error: chip 04574D00000180 is not written",
                    "  why:  it is not known here and carries the URL \(Self.foreign)",
                    "  next: take a blank one, or allow it to be written over: waymark write --overwrite",
                ])
        }
    }

    @discardableResult
    private static func expectRefusal(
        _ code: String, of tag: ReaderEmulator.Type2Tag, _ bench: PackingBench, _ trap: CommandTrap
    ) async throws -> WriteEventLine {
        trap.forgetCommands()
        try await bench.put(tag)
        let event = try await bench.untilEvent(of: tag, ["refused", "written", "confirmed"])
        #expect(event.type == "refused" && event.code == code, "\(code): \(event)")
        for part in [event.message, event.why, event.next] { #expect(part?.isEmpty == false) }
        #expect(bench.reader.antenna.tag?.memory == tag.memory)
        #expect(!trap.commands.contains { $0.first == 0xA2 })
        return event
    }
}
