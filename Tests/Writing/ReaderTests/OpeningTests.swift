import Chips
import Faults
import Glibc
import Logging
import NFCTags
import ReaderEmulator
import ReaderProtocol
import ReaderSupervision
import TestBench
import Testing

/// Readers that cannot be opened: each says what failed, why, and what to do.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `A reader that cannot be opened` {
    private static func failure(_ bench: ReaderBench, _ connection: String) async throws -> ReaderFailure {
        #expect(bench.supervisor.add(name: "bench", connection: connection))
        let snapshot = try await bench.until { $0.state == .failed }
        let failure = try #require(snapshot.failure)
        for part in [failure.message, failure.reason, failure.next] { #expect(!part.isEmpty) }
        #expect(
            bench.log.records.contains {
                $0.metadata["code"] == failure.code.rawValue && $0.metadata["reader"] == "bench"
            })
        return failure
    }

    /// What goes wrong with every answer of the reader.
    enum Fault: CaseIterable {
        case garbage, silence
    }

    @Test(arguments: Fault.allCases)
    func `answers nonsense or nothing`(fault: Fault) async throws {
        try await ReaderBench.run { bench in
            let reader = try bench.emulatedReader()
            for answer in 1...200 {
                if fault == .garbage { reader.sendGarbage(at: answer) } else { reader.silence(at: answer) }
            }
            let connection = try #require(reader.connectionString)
            let failure = try await Self.failure(bench, connection)
            #expect(failure.code == "no-reader")
            #expect(failure.message.contains("/dev/pts/"))
        }
    }

    /// libnfc's serial driver ignores that the question for the chip's version failed, and crashed at the first selection.
    @Test(arguments: 1...12) func `misses one answer, and is opened anew without a crash`(answer: Int) async throws {
        try await ReaderBench.run { bench in
            let reader = try bench.emulatedReader()
            reader.antenna.insert(Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: 1)))
            reader.silence(at: answer)
            #expect(bench.supervisor.add(name: "bench", connection: try #require(reader.connectionString)))
            try await bench.untilReady()
            let link = try #require(bench.supervisor.link(to: "bench"))
            _ = try? await link.select()
            try await bench.untilReady()
            #expect(try await link.select()?.uid.bytes == Type2Tag.uid(numbered: 1))
            let crashes = bench.log.records.filter { "\($0.message) \($0.metadata)".contains("signal") }
            #expect(crashes.isEmpty, "\(crashes)")
        }
    }

    @Test func `is in use by another worker, which goes on undisturbed`() async throws {
        try await ReaderBench.run { bench in
            let (reader, link) = try await bench.openedReader("first")
            let failure = try await Self.failure(bench, try #require(reader.connectionString))
            #expect(failure.code == "port-busy")
            #expect(try await link.select() != nil)
            #expect(try await bench.untilReady("first").restarts == 0)
        }
    }

    @Test func `is not there`() async throws {
        try await ReaderBench.run { bench in
            let failure = try await Self.failure(bench, "pn532_uart:/dev/waymark-has-no-such-port")
            #expect(failure.code == "no-such-port")
            #expect(failure.message.contains("/dev/waymark-has-no-such-port"))
        }
    }

    @Test(arguments: [
        "pn532_uart", "pn532_uart:", "usb:001:004", "nonsense:/dev/ttyUSB0", "acr122_usb:1:4", "acr122_usb",
        "acr122_usb:001:0x4", "pn532_uart:/dev/ttyUSB0:1", "pn532_uart:/dev/a:b",
        "pn532_uart:/" + String(repeating: "a", count: 250),
    ])
    func `has a connection string that names none`(connection: String) async throws {
        try await ReaderBench.run { bench in
            let failure = try await Self.failure(bench, connection)
            #expect(failure.code == "bad-connection")
        }
    }

    @Test func `has no worker program`() async throws {
        try await ReaderBench.run(program: "/nonexistent/waymark-reader") { bench in
            let failure = try await Self.failure(bench, "pn532_uart:/dev/ttyUSB0")
            #expect(failure.code == "worker-not-started")
        }
    }

    @Test func `is opened by itself once it is there`() async throws {
        try await ReaderBench.run { bench in
            let reader = try bench.emulatedReader()
            let connection = try #require(reader.connectionString)
            reader.unplug()
            _ = try await Self.failure(bench, connection)
            let attempts = try await bench.until { $0.restarts >= 3 }
            #expect(attempts.failure?.code == "no-such-port")
            try reader.plug()
            #expect(try await bench.untilReady().failure == nil)
        }
    }
}
