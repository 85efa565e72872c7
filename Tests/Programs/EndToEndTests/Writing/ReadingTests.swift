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
                    writing  open to everyone

                    """)
            try await station.waymark("write", "a")
            #expect(
                try await station.waymark("read").output == """
                    chip     04574D00000180 NTAG213
                    content  https://f.example/s/c?tag=a1
                    tag      a1 of batch a: c, table 1, written
                    writing  open to everyone

                    """)
        }
    }

    @Test func `says that a tag is locked, or has a password`() async throws {
        try await TestStation.run { station in
            let reader = try await station.addReader("bench")
            var locked = Self.chip
            locked.memory[2] = [locked.memory[2][0], 0x48, 0xFF, 0xFF]
            locked.memory[0x28] = [0xFF, 0x0F, 0x3F, 0xBD]
            reader.antenna.insert(locked)
            #expect(try await station.waymark("read").output.contains("\nwriting  locked for ever\n"))
            var closed = ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: 2))
            closed.memory[0x29] = [0x04, 0x00, 0x00, 0x02]
            reader.antenna.insert(closed)
            #expect(try await station.waymark("read").output.contains("\nwriting  only with a password\n"))
        }
    }

    @Test func `of a pile holds each tag against the registry, and writes none`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            let reader = try await station.addReader("bench")
            reader.antenna.insert(Self.chip)
            try await station.waymark("write", "a")
            let right = try await station.waymark("read", "--each", "--timeout", "1")
            #expect(
                right.output == """
                    ok       04574D00000180  a1  c, table 1
                    1 tag read: 1 as registered, 0 different, 0 not known here; 0 not readable

                    """)
            // Changed by another hand; the chip behind it is not known.
            reader.antenna.update { $0.memory.put(Array("x".utf8), at: 0x0B) }
            let before = reader.antenna.tag?.memory
            let wrong = try await station.waymark("read", "--each", "--timeout", "1", expecting: 2)
            #expect(wrong.output.hasPrefix("differs  04574D00000180  a1  it holds https://f.example/s/"))
            #expect(wrong.output.contains(", the registry says https://f.example/s/c?tag=a1\n"))
            #expect(reader.antenna.tag?.memory == before)
            reader.antenna.insert(ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: 2)))
            let other = try await station.waymark("read", "--each", "--timeout", "1", expecting: 2)
            #expect(other.output.hasPrefix("unknown  "))
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
