import Chips
import Faults
import Glibc
import NFCTags
import ReaderEmulator
import ReaderProtocol
import ReaderSupervision
import Testing

/// Readers and workers that go away: the link says so, another worker comes, and the link works again.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `After a loss` {
    private static let read: [UInt8] = [0x3A, 0x03, 0x04]

    /// The link's answer must be trouble with the reader, and whoever waits for the reader from then on must not be
    /// told that it is ready as long as it has no other worker.
    private static func expectLoss(_ bench: ReaderBench, _ call: () async throws -> Void) async {
        let restarts = bench.supervisor.snapshots.first?.restarts
        let error = await #expect(throws: TagLinkError.self) { try await call() }
        let after = bench.supervisor.snapshots.first
        #expect(after?.state != .ready || after?.restarts != restarts)
        #expect(error?.concernsReader == true)
        for part in [error?.message, error?.reason, error?.next] { #expect(part?.isEmpty == false) }
    }

    private static func expectWorking(_ link: ReaderLink) async throws {
        #expect(try await link.select()?.uid.bytes == Type2Tag.uid(numbered: 1))
        #expect(try await link.transceive(read, expecting: .data).count == 8)
    }

    @Test func `of an idle reader's cable, the reader is known to be gone and comes back`() async throws {
        try await ReaderBench.run { bench in
            let (reader, link) = try await bench.openedReader()
            reader.unplug()
            let lost = try await bench.until { $0.state == .failed }
            #expect(["reader-lost", "no-such-port"].contains(lost.failure?.code))
            await Self.expectLoss(bench) { _ = try await link.select() }
            try reader.plug()
            try await bench.untilReady()
            try await Self.expectWorking(link)
        }
    }

    @Test func `of the cable in the middle of an exchange`() async throws {
        try await ReaderBench.run { bench in
            let (reader, link) = try await bench.openedReader()
            _ = try await link.select()
            reader.antenna.delay(at: 1, by: .seconds(600))
            let commands = reader.antenna.commands
            async let unplugged: Void = {
                for await _ in commands { break }
                reader.unplug()
            }()
            await Self.expectLoss(bench) { _ = try await link.transceive(Self.read, expecting: .data) }
            await unplugged
            try reader.plug()
            try await bench.untilReady()
            try await Self.expectWorking(link)
        }
    }

    @Test func `of an answer, which libnfc waits for in vain`() async throws {
        try await ReaderBench.run { bench in
            let (reader, link) = try await bench.openedReader()
            _ = try await link.select()
            reader.silence(at: 1)
            await Self.expectLoss(bench) { _ = try await link.transceive(Self.read, expecting: .data) }
            try await bench.untilReady()
            try await Self.expectWorking(link)
        }
    }

    @Test func `of an idle worker`() async throws {
        try await ReaderBench.run { bench in
            let (_, link) = try await bench.openedReader()
            let changes = try #require(bench.supervisor.changes(of: "bench"))
            kill(try #require(bench.workers.first), SIGKILL)
            let died = try #require(await changes.first { $0.state == .failed })
            #expect(died.failure?.code == "worker-died")
            #expect(died.failure?.message == "the worker of reader bench ended: ended by signal 9")
            try await bench.untilReady()
            try await Self.expectWorking(link)
            #expect(bench.workers.count == 1)
        }
    }

    @Test func `of a worker in the middle of an exchange`() async throws {
        try await ReaderBench.run { bench in
            let (reader, link) = try await bench.openedReader()
            _ = try await link.select()
            reader.antenna.delay(at: 1, by: .seconds(600))
            let commands = reader.antenna.commands
            let worker = try #require(bench.workers.first)
            async let killed: Void = {
                for await _ in commands { break }
                kill(worker, SIGKILL)
            }()
            await Self.expectLoss(bench) { _ = try await link.transceive(Self.read, expecting: .data) }
            await killed
            try await bench.untilReady()
            try await Self.expectWorking(link)
        }
    }

    /// Bit 7 of a status byte: libnfc calls abort().
    @Test(arguments: [ReplyKind.data, .acknowledgement])
    func `of a worker that libnfc aborts`(reply: ReplyKind) async throws {
        try await ReaderBench.run { bench in
            let (reader, link) = try await bench.openedReader()
            _ = try await link.select()
            let changes = try #require(bench.supervisor.changes(of: "bench"))
            reader.announceNodeAddress(at: 1)
            let command: [UInt8] = reply == .data ? Self.read : [0xA2, 0x04, 0x03, 0x00, 0xFE, 0x00]
            await Self.expectLoss(bench) { _ = try await link.transceive(command, expecting: reply) }
            let died = try #require(await changes.first { $0.state == .failed })
            #expect(died.failure?.message.hasSuffix("ended by signal \(SIGABRT)") == true)
            try await bench.untilReady()
            try await Self.expectWorking(link)
        }
    }

    @Test func `of a worker that hangs, which is ended at the deadline`() async throws {
        try await ReaderBench.run { bench in
            let (_, link) = try await bench.openedReader()
            let worker = try #require(bench.workers.first)
            kill(worker, SIGSTOP)
            await Self.expectLoss(bench) { _ = try await link.select() }
            try await bench.until { $0.restarts == 1 }
            try await bench.untilReady()
            try await Self.expectWorking(link)
            #expect(!bench.workers.contains(worker))
        }
    }

    @Test func `of a worker that was asked to end`() async throws {
        try await ReaderBench.run { bench in
            let (_, link) = try await bench.openedReader()
            kill(try #require(bench.workers.first), SIGTERM)
            try await bench.until { $0.restarts == 1 }
            try await bench.untilReady()
            try await Self.expectWorking(link)
        }
    }

    @Test func `again and again`() async throws {
        try await ReaderBench.run { bench in
            let (reader, link) = try await bench.openedReader()
            for round in 1...5 {
                reader.unplug()
                await Self.expectLoss(bench) { while true { _ = try await link.select() } }
                try reader.plug()
                try await bench.until { $0.restarts >= round && $0.state == .ready }
                try await Self.expectWorking(link)
            }
        }
    }
}

@Suite struct RestartDelayTests {
    @Test func `grows with each failure in a row, up to the longest`() {
        var delay = RestartDelay(first: .milliseconds(250), longest: .seconds(2), recovery: .seconds(10))
        let waits = (1...6).map { _ in delay.afterServing(for: .milliseconds(9_999)) }
        #expect(waits == [.milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2), .seconds(2), .seconds(2)])
    }

    @Test func `is short again after a worker that has served for long`() {
        var delay = RestartDelay(first: .milliseconds(250), longest: .seconds(2), recovery: .seconds(10))
        for _ in 1...6 { _ = delay.afterServing(for: .zero) }
        #expect(delay.afterServing(for: .seconds(10)) == .milliseconds(250))
        #expect(delay.afterServing(for: .zero) == .milliseconds(500))
    }

    @Test func `is short again after a worker through which tags have answered`() {
        var delay = RestartDelay(first: .milliseconds(250), longest: .seconds(2), recoveryAnswers: 20)
        for _ in 1...6 { _ = delay.afterServing(for: .zero, answers: 19) }
        #expect(delay.afterServing(for: .zero, answers: 20) == .milliseconds(250))
        #expect(delay.afterServing(for: .zero) == .milliseconds(500))
    }
}
