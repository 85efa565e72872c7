import Glibc
import NFCTags
import ReaderEmulator
import ReaderSupervision
import Testing

/// When the supervisor ends, its workers do: `ReaderBench.run` checks that none is left, not even as a zombie.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `The end of a supervisor` {
    @Test func `ends idle workers`() async throws {
        var processes: [Int32] = []
        try await ReaderBench.run { bench in
            _ = try await bench.openedReader("one")
            _ = try await bench.openedReader("two")
            processes = bench.workers
            #expect(processes.count == 2)
        }
        // A process that nobody has reaped would still be there.
        for process in processes { #expect(access("/proc/\(process)", F_OK) != 0) }
    }

    @Test func `ends a worker in the middle of an exchange, and the call fails`() async throws {
        var failing: Task<Void, any Error>?
        try await ReaderBench.run { bench in
            let (reader, link) = try await bench.openedReader()
            _ = try await link.select()
            reader.antenna.delay(at: 1, by: .seconds(600))
            let commands = reader.antenna.commands
            failing = Task { _ = try await link.transceive([0x30, 0x00], expecting: .data) }
            for await _ in commands { break }
        }
        await #expect(throws: TagLinkError.self) { try await failing?.value }
    }

    @Test func `ends a reader that was removed, and only that`() async throws {
        try await ReaderBench.run { bench in
            let (_, one) = try await bench.openedReader("one")
            let (_, two) = try await bench.openedReader("two")
            #expect(await bench.supervisor.remove(name: "one"))
            #expect(bench.workers.count == 1)
            #expect(await bench.supervisor.remove(name: "one") == false)
            await #expect(throws: TagLinkError.self) { try await one.select() }
            #expect(try await two.select() != nil)
            #expect(bench.supervisor.snapshots.map(\.name) == ["two"])
        }
    }
}
