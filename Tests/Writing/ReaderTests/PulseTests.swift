import Faults
import Foundation
import Glibc
import Logging
import NFCTags
import ReaderEmulator
import ReaderProtocol
import ReaderSupervision
import TestBench
import Testing
import UnixSystem

/// What a worker tells its manager (`WatchdogSec=`), with the test as the manager, and what becomes of one that hangs.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `The pulse of a worker` {
    /// Runs workers that are to say every 300 ms that they work.
    private static func run(
        limit: Int = 300_000, delay: RestartDelay = RestartDelay(first: .milliseconds(10), longest: .milliseconds(100)),
        _ body: (ReaderBench, NotificationSocket) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let manager = try NotificationSocket(path: folder["notify"])
        let script = try await ReaderBench.wrapped(
            in: folder,
            """
            NOTIFY_SOCKET=\(manager.path) WATCHDOG_USEC=\(limit) WATCHDOG_PID=$$
            export NOTIFY_SOCKET WATCHDOG_USEC WATCHDOG_PID
            """)
        try await ReaderBench.run(delay: delay, program: script) { bench in try await body(bench, manager) }
    }

    @Test func `comes as long as there is nothing to do`() async throws {
        try await Self.run { bench, manager in
            _ = try await bench.openedReader()
            var pulses = 0
            for await word in manager.states where word == "WATCHDOG=1" {
                pulses += 1
                if pulses == 10 { break }
            }
            #expect(pulses == 10)
            #expect(try await bench.untilReady().restarts == 0)
        }
    }

    /// libnfc gives up after a second, and is silent as long as that.
    @Test func `stops while a call into libnfc does not return, and comes again`() async throws {
        try await Self.run { bench, manager in
            let (reader, link) = try await bench.openedReader()
            _ = try await link.select()
            let asked = ContinuousClock.now
            reader.antenna.delay(at: 1, by: .seconds(600))
            await #expect(throws: TagLinkError.self) { try await link.transceive([0x30, 0x00], expecting: .data) }
            // The pulse after the silence is the one of the next worker.
            var (last, pause) = (asked, Duration.zero)
            for await notice in manager.notices where notice.state == "WATCHDOG=1" {
                pause = notice.received - max(last, asked)
                last = notice.received
                if pause > .milliseconds(800) { break }
            }
            #expect(pause > .milliseconds(800))
        }
    }

    @Test func `stops while a reader is being opened that says nothing`() async throws {
        // Two words within a quarter of a second are one: a machine may be busy between them.
        let delay = RestartDelay(first: .seconds(600), longest: .seconds(600))
        try await Self.run(limit: 1_500_000, delay: delay) { bench, manager in
            let reader = try bench.emulatedReader()
            reader.hang()
            #expect(bench.supervisor.add(name: "bench", connection: try #require(reader.connectionString)))
            #expect(try await bench.until { $0.state == .failed }.failure?.code == "no-reader")
            manager.shut()
            var words: [String] = []
            for await word in manager.states { words.append(word) }
            // Opening took more than a second, for which one pulse is not enough.
            #expect(words == ["WATCHDOG=1"])
        }
    }

    /// Opening may take longer than a question: the unit's limit is for opening.
    @Test func `asks for a shorter limit once the reader is open`() async throws {
        try await Self.run(limit: 20_000_000) { bench, manager in
            _ = try await bench.openedReader()
            var words: [String] = []
            for await word in manager.states {
                words.append(word)
                if words.count == 2 { break }
            }
            #expect(words == ["WATCHDOG=1", "WATCHDOG_USEC=6000000"])
        }
    }

    /// A process that only inherits the variables is not the service.
    @Test func `is not given by a process that was not asked`() async throws {
        let folder = try TemporaryFolder()
        let manager = try NotificationSocket(path: folder["notify"])
        let ending = try await RunningProgram(
            path: ReaderBench.worker, ["--socket", folder["nobody"], "--connection", "pn532_uart:/dev/nothing"],
            environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "300000", "WATCHDOG_PID": "1"]
        ).wait()
        #expect(ending.status == .exited(69))
        manager.shut()
        for await word in manager.states { Issue.record("\(word)") }
    }

    /// A worker that the daemon started and that is late: SIGTERM first, which closes the reader (PowerDown is libnfc's
    /// last command), and SIGKILL only after a grace period.
    @Test func `that is late is asked to end, and closes its reader`() async throws {
        try await ReaderBench.run { bench in
            let reader = try bench.emulatedReader()
            reader.antenna.insert(Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: 1)))
            let line = try SerialTap(on: reader)
            #expect(bench.supervisor.add(name: "bench", connection: line.connectionString))
            try await bench.untilReady()
            let link = try #require(bench.supervisor.link(to: "bench"))
            let worker = try #require(bench.workers.first)
            let changes = try #require(bench.supervisor.changes(of: "bench"))
            kill(worker, SIGSTOP)
            // By a thread of its own: the grace period does not wait for a test whose turn comes late.
            try DedicatedThread.start("continues") {
                while kill(worker, 0) == 0, !Self.isPending(SIGTERM, of: worker) { usleep(1_000) }
                kill(worker, SIGCONT)
            }
            await #expect(throws: TagLinkError.self) { try await link.select() }
            for await snapshot in changes where snapshot.restarts >= 1 { break }
            #expect(line.takeCommands().contains { $0.first == 0x16 })
            #expect(!bench.log.records.contains { $0.message.contains("signal") })
            line.stop()
        }
    }

    /// See: man 5 proc, /proc/pid/status, ShdPnd
    private static func isPending(_ signal: Int32, of process: Int32) -> Bool {
        let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let masks = text.matches(of: #/(?m)^S[a-z]*Pnd:\s*([0-9a-f]+)$/#).compactMap { UInt64($0.1, radix: 16) }
        return masks.contains { $0 & 1 << UInt64(signal - 1) != 0 }
    }
}
