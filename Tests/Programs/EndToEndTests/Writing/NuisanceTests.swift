import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// What is on a reader and cannot be written is told once, through the whole house: worker, daemon, command line.
@Suite(.timeLimit(.minutes(10))) struct `What a job cannot write` {
    /// Looks at the antenna that a job takes while nothing is told: some seconds of them.
    private static func looks(_ count: Int, _ bench: PackingBench) async throws {
        var seen = 0
        try await bench.until("\(count) looks at the antenna") { happening in
            if case .antenna = happening { seen += 1 }
            return seen >= count ? true : nil
        }
    }

    @Test func `as long as two tags are on the reader is told once, and then the one that is left is written`()
        async throws
    {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            let reader = try await station.addReader("bench")
            let tags = (1...2).map { ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: $0)) }
            reader.antenna.insert(tags[0])
            reader.antenna.add(tags[1])
            let bench = try PackingBench(station, reader, "a")
            let event = try await bench.untilEvent("refused")
            #expect(event.code == "several-tags" && event.uid == nil)
            try await Self.looks(100, bench)
            reader.antenna.take(at: 1)
            try await bench.untilEvent(of: tags[0])
            #expect(try await bench.ending().status == .exited(0))
            #expect(bench.events.filter { $0.type == "refused" || $0.type == "interrupted" }.count == 1)
            #expect(bench.events.filter { $0.type == "presented" }.count == 1)
        }
    }

    @Test(arguments: [UInt8(0x20), 0x60]) func `as long as a phone is on the reader is told once`(sak: UInt8)
        async throws
    {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            let reader = try await station.addReader("bench")
            reader.antenna.insert(PhoneTag(sak: sak, seed: [1, 2, 3, sak]))
            let bench = try PackingBench(station, reader, "a")
            let event = try await bench.untilEvent("refused")
            #expect(event.code == "random-uid")
            try await Self.looks(100, bench)
            // A tag that took the phone's place between two calls of one look would be a second one beside it.
            _ = reader.antenna.take()
            try await bench.untilLookedAway()
            let tag = ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: 1))
            reader.antenna.insert(tag)
            try await bench.untilEvent(of: tag)
            #expect(try await bench.ending().status == .exited(0))
            #expect(bench.events.filter { ["refused", "interrupted"].contains($0.type) }.count == 1)
        }
    }
}
