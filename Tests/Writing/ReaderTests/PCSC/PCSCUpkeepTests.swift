import Foundation
import Glibc
import NFCTags
import ReaderEmulator
import ReaderSupervision
import TestBench
import Testing

/// What a worker on PC/SC costs while nothing is to be done, and what it leaves behind.
@Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: PCSCBench.canRun, PCSCBench.requirement))
struct `The upkeep of a reader on PC-SC` {
    /// `WAYMARK_PROOF=long` connects a hundred times.
    private static let rounds = ProcessInfo.processInfo.environment["WAYMARK_PROOF"] == "long" ? 100 : 10

    private static func descriptors(of process: Int32) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count) ?? 0
    }

    /// Processor time of a process so far. See: man 5 proc, stat, fields 14 and 15
    private static func processorTime(of process: Int32) throws -> Duration {
        let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        let fields = try #require(text.split(separator: ")").last).split(separator: " ")
        let ticks = try #require(Int(fields[11])) + #require(Int(fields[12]))
        return .milliseconds(ticks * 1_000 / sysconf(Int32(_SC_CLK_TCK)))
    }

    @Test func `leaves no descriptor behind when workers die and others take their place`() async throws {
        try await PCSCBench.run { pcsc in
            let (_, link) = try await pcsc.openedReader(.acr1252u)
            _ = try await link.selectWhenSeen()
            let daemon = try #require(pcsc.daemon.processIdentifier)
            let before = Self.descriptors(of: daemon)
            for round in 1...Self.rounds {
                for worker in pcsc.bench.workers { kill(worker, SIGKILL) }
                try await pcsc.bench.until { $0.restarts >= round && $0.state == .ready }
                _ = try await link.selectWhenSeen()
            }
            // pcscd lets go of a client in a thread of its own.
            let end = ContinuousClock.now + .seconds(10)
            while Self.descriptors(of: daemon) > before, .now < end { try await Task.sleep(for: .milliseconds(10)) }
            #expect(Self.descriptors(of: daemon) <= before)
        }
    }

    @Test func `leaves no descriptor behind when tags come and go, or pcscd`() async throws {
        try await PCSCBench.run { pcsc in
            let (reader, link) = try await pcsc.openedReader(.utrust3700f)
            _ = try await link.selectWhenSeen()
            let worker = try #require(pcsc.bench.workers.first)
            let before = Self.descriptors(of: worker)
            for _ in 1...Self.rounds {
                reader.antenna.remove()
                while try await link.select() != nil {}
                reader.antenna.insert(Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: 3)))
                _ = try await link.selectWhenSeen()
            }
            #expect(pcsc.bench.workers == [worker])
            #expect(Self.descriptors(of: worker) == before)
            await pcsc.daemon.kill()
            try await pcsc.bench.until { $0.state != .ready }
            try await pcsc.daemon.start()
            let start = ContinuousClock.now
            try await pcsc.bench.untilReady()
            print("ready \(ContinuousClock.now - start) after pcscd's return")
            let next = try #require(pcsc.bench.workers.first)
            #expect(Self.descriptors(of: next) <= before)
        }
    }

    /// Polled for a tag as by a write job, a worker waits: it does not spin.
    @Test func `takes next to no processor time while no tag is there`() async throws {
        try await PCSCBench.run { pcsc in
            let (reader, link) = try await pcsc.openedReader(.acr1552u)
            reader.antenna.remove()
            while try await link.select() != nil {}
            let worker = try #require(pcsc.bench.workers.first)
            let start = (ContinuousClock.now, try Self.processorTime(of: worker))
            for _ in 1...30 {
                #expect(try await link.select() == nil)
                try await Task.sleep(for: .milliseconds(100))
            }
            let (elapsed, used) = (ContinuousClock.now - start.0, try Self.processorTime(of: worker) - start.1)
            #expect(used < elapsed / 4)
            print("a worker that waits for a tag used \(used) of \(elapsed)")
        }
    }
}
