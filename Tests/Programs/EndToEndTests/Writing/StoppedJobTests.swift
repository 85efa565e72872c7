import Glibc
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// Jobs that are ended: always between two tags.
@Suite(.timeLimit(.minutes(10))) struct `A write job that is stopped` {
    private static func chip(_ number: Int = 1) -> ReaderEmulator.Type2Tag {
        ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: number))
    }

    /// Who is told to end, and how.
    enum Stop: CaseIterable {
        case terminatedDaemon, hungUpDaemon, interruptedCommand, terminatedCommand, hungUpCommand

        var isOfDaemon: Bool { self == .terminatedDaemon || self == .hungUpDaemon }
    }

    @Test(arguments: Stop.allCases)
    func `in the middle of a tag finishes that tag`(stop: Stop) async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 3)
            let reader = try await station.addReader("bench")
            let bench = try PackingBench(station, reader, "a")
            let daemon = try #require(station.daemon?.process.processIdentifier)
            let command = bench.program.process.processIdentifier
            let trap = CommandTrap(reader.antenna)
            // The rest of the write is slow enough for the signal to arrive before its end.
            for n in 6...8 { reader.antenna.delay(at: n, by: .milliseconds(200)) }
            trap.arm(at: 5) {
                switch stop {
                case .terminatedDaemon: kill(daemon, SIGTERM)
                case .hungUpDaemon: kill(daemon, SIGHUP)
                case .interruptedCommand: kill(command, SIGINT)
                case .terminatedCommand: kill(command, SIGTERM)
                case .hungUpCommand: kill(command, SIGHUP)
                }
            }
            reader.antenna.insert(Self.chip())
            let ending = try await bench.ending()
            #expect(ending.status == .exited(stop.isOfDaemon ? 3 : 130), "\(ending)")
            #expect(bench.events.map(\.type).filter { $0 != "next" }.suffix(2) == ["written", "cancelled"])
            #expect(reader.antenna.tag?.phoneView == .url(TestStation.url("a1")))
            if stop.isOfDaemon {
                #expect(await station.stopDaemon()?.status == .exited(0))
                try await station.startDaemon()
            }
            #expect(try await station.api.tags(of: "a").map(\.state) == ["written", "planned", "planned"])
            _ = try await station.api.unbrokenJournal()
        }
    }

    @Test func `says to a person that the same command goes on, and it does`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 2)
            let reader = try await station.addReader("bench")
            let program = try station.start(["write", "a"])
            reader.antenna.insert(Self.chip(1))
            for await line in program.output.lines where line.contains("a1") { break }
            program.signal(SIGINT)
            let stopped = await program.wait()
            #expect(stopped.status == .exited(130), "\(stopped)")
            #expect(
                stopped.output == """
                    ✓ 1/2  a1 · c · table 1  NTAG213 04574D00000180
                    stopped: 1 of 2 tags are written; run the command again to continue

                    """)
            #expect(stopped.errors.isEmpty)

            reader.antenna.insert(Self.chip(2))
            let finished = try await station.waymark("write", "a")
            #expect(
                finished.output == """
                    ✓ 2/2  a2 · c · table 2  NTAG213 04574D00000280
                    done: 2 of 2 tags are written and read back

                    """)
            #expect(try await station.waymark("write", "a").output == "done: 2 of 2 tags are written and read back\n")
        }
    }

    @Test func `before any tag was written exits as interrupted`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            let reader = try await station.addReader("bench")
            let bench = try PackingBench(station, reader, "a")
            try await bench.untilEvent("next")
            bench.program.signal(SIGINT)
            #expect(try await bench.ending().status == .exited(130))
        }
    }

    @Test func `goes on through a reader that is unplugged and plugged in again`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 2)
            let reader = try await station.addReader("bench")
            let bench = try PackingBench(station, reader, "a")
            try await bench.write(Self.chip(1))
            reader.unplug()
            let lost = try await bench.untilEvent("reader-lost")
            for part in [lost.message, lost.why, lost.next] { #expect(part?.isEmpty == false) }
            try reader.plug()
            try await bench.untilEvent("reader-back")
            try await bench.write(Self.chip(2))
            #expect(try await bench.ending().status == .exited(0))
        }
    }

    @Test func `while its reader is gone does not say that it is back`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 2)
            let reader = try await station.addReader("bench")
            let bench = try PackingBench(station, reader, "a")
            try await bench.write(Self.chip(1))
            reader.unplug()
            try await bench.untilEvent("reader-lost")
            bench.program.signal(SIGINT)
            #expect(try await bench.ending().status == .exited(130))
            #expect(bench.events.suffix(2).map(\.type) == ["reader-lost", "cancelled"])
        }
    }

    /// libnfc aborts the worker in the middle of a write.
    @Test func `goes on through a worker that dies of a strange answer`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            let reader = try await station.addReader("bench")
            reader.announceNodeAddress(at: 6)
            let bench = try PackingBench(station, reader, "a")
            let chip = try await bench.write(Self.chip())
            #expect(chip.phoneView == .url(TestStation.url("a1")))
            let types = bench.events.map(\.type)
            #expect(types.contains("interrupted") && types.contains("reader-lost") && types.contains("reader-back"))
            #expect(try await bench.ending().status == .exited(0))
            #expect(
                try await station.api.journal(ofChip: chip.uidText) == [
                    "write-intended", "write-interrupted", "write-intended", "write-confirmed",
                ])
        }
    }
}
