import Foundation
import Glibc
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// Daemon and workers killed (SIGKILL) at every exchange of a write, and at random moments around journal entries.
@Suite(.timeLimit(.minutes(10))) struct `A process that is killed while a tag is written` {
    @Test func `the daemon: nothing acknowledged is lost, nothing is called done that is not`() async throws {
        try await TestStation.run { station in
            let count = 45
            try await station.createBatch("a", tags: count)
            let floor = try await PackingFloor(station, batch: "a")
            var kills = 0
            for n in 1... {
                try await floor.begin(at: n) { kill($0, SIGKILL) }
                guard try await floor.survivesKill() else { break }
                kills += 1
            }
            let exchanges = kills
            // The journal is written after the read (the intent) and after the read-back (the result).
            var random = SeededRandom(seed: 0x5747_4D4B)
            for _ in 1...14 {
                let moment = random.next(below: 3) < 2 ? 2 : exchanges
                let pause = UInt32(random.next(below: 12_000))
                try await floor.begin(at: moment) { daemon in
                    try? DedicatedThread.start("killer") {
                        usleep(pause)
                        kill(daemon, SIGKILL)
                    }
                }
                if try await floor.survivesKill() { kills += 1 }
            }
            try await floor.finish(count)
            print("killed daemons: \(kills), \(exchanges) of them at each exchange of one write")
        }
    }

    @Test func `the worker: another takes over, and the tag is finished`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 30)
            var kills = 0
            for n in 1... {
                // A worker that dies again and again is started ever later: each gets a reader of its own.
                let reader = try await station.addReader("r\(n)")
                let worker = try #require(try station.worker(of: "r\(n)"))
                let bench = try PackingBench(station, reader, "a", "--reader", "r\(n)")
                let trap = CommandTrap(reader.antenna)
                trap.arm(at: n) { kill(worker, SIGKILL) }
                let tag = ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: n))
                let written = try await bench.write(tag)
                let event = try #require(bench.events.last)
                #expect(written.phoneView == event.url.map { .url($0) })
                bench.program.signal(SIGINT)
                #expect(try await bench.ending().status == .exited(130))
                guard !trap.isArmed else { break }
                kills += 1
                let types = bench.events.map(\.type)
                #expect(types.contains("reader-lost") && types.contains("reader-back"))
                let kinds = try await station.api.journal(ofChip: tag.uidText)
                #expect(Array(kinds.suffix(2)) == ["write-intended", "write-confirmed"])
            }
            _ = try await station.api.unbrokenJournal()
            print("killed workers: \(kills), one at each exchange of one write")
        }
    }
}

extension TestStation {
    /// The process that serves a reader.
    func worker(of reader: String) throws -> Int32? {
        let all = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
        return all.first { process in
            let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline")?.split(separator: 0) ?? []
            let texts = words.map { String(decoding: $0, as: UTF8.self) }
            return texts.contains(readersSocket) && zip(texts, texts.dropFirst()).contains { $0 == ("--name", reader) }
        }
    }
}
