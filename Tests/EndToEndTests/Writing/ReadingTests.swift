import Glibc
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// `waymark read` beside everything else.
@Suite(.timeLimit(.minutes(10))) struct `A reading` {
    private static let chip = ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: 1))

    @Test func `says what is on a tag, and which tag it is`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            let reader = try await station.addReader("bench")
            reader.antenna.insert(Self.chip)
            #expect(
                try await station.waymark("read").output == """
                    chip     04574D00000180 NTAG213
                    content  empty
                    tag      not known here

                    """)
            try await station.waymark("write", "a")
            #expect(
                try await station.waymark("read").output == """
                    chip     04574D00000180 NTAG213
                    content  https://f.example/s/c?tag=a1
                    tag      a1 of batch a: c, table 1, written

                    """)
        }
    }

    @Test func `without a tag in time exits with 75`() async throws {
        try await TestStation.run { station in
            _ = try await station.addReader("bench")
            let ending = try await station.waymark("read", "--timeout", "1", expecting: 75)
            #expect(ending.errors.hasPrefix("error: no tag came to reader bench\n  why:  "))
        }
    }

    /// Who gives up waiting must not keep the reader from others until the time is over.
    @Test func `that is given up gives the reader back`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            let reader = try await station.addReader("bench")
            let reading = try station.start(["read", "--timeout", "600"])
            try await Self.untilPolled(reader)
            reading.signal(SIGINT)
            _ = await reading.wait()
            reader.antenna.insert(Self.chip)
            // The daemon notices soon, not at once.
            var ending = try await station.waymark("write", "a", expecting: nil)
            while ending.errors.contains("is in use") {
                ending = try await station.waymark("write", "a", expecting: nil)
            }
            #expect(ending.status == .exited(0), "\(ending)")
        }
    }

    @Test func `does not hold up the end of the daemon`() async throws {
        try await TestStation.run { station in
            let reader = try await station.addReader("bench")
            let reading = try station.start(["read", "--timeout", "600"])
            try await Self.untilPolled(reader)
            #expect(await station.stopDaemon()?.status == .exited(0))
            let ending = await reading.wait()
            #expect(ending.status != .exited(0) && ending.errors.hasPrefix("error: "), "\(ending)")
        }
    }

    private static func untilPolled(_ reader: EmulatedReader) async throws {
        let (polls, continuation) = AsyncStream.makeStream(of: Void.self)
        reader.antenna.observe { event in
            if event == .foundNone { continuation.yield() }
        }
        for await _ in polls { return }
        throw CancellationError()
    }
}
