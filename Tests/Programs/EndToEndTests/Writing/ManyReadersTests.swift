import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// One job, every reader of the station.
@Suite(.timeLimit(.minutes(10))) struct `All readers of a station` {
    private static func chip(_ number: Int) -> ReaderEmulator.Type2Tag {
        ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: number))
    }

    @Test func `write a batch together, each with a sign of its own`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 4)
            let left = try await station.addReader("left")
            let right = try await station.addReader("right")
            let writing = try WritingProgram(station, "a")
            let shown = [try await writing.until("next"), try await writing.until("next")]
            #expect(Set(shown.map(\.reader)) == ["left", "right"])
            #expect(Set(shown.map(\.tag)) == ["a1", "a2"])
            // What is shown at a reader is what is written there, whoever is first.
            left.antenna.insert(Self.chip(1))
            right.antenna.insert(Self.chip(2))
            for _ in 1...2 {
                let written = try await writing.until("written")
                #expect(shown.contains { $0.reader == written.reader && $0.tag == written.tag })
            }
            left.antenna.insert(Self.chip(3))
            try await writing.until("written")
            left.antenna.insert(Self.chip(4))
            #expect(try await writing.ending().status == .exited(0))
            #expect(Set(try await station.api.tags(of: "a").compactMap(\.uid)).count == 4)
        }
    }

    @Test func `are joined by one that is plugged in later, and go on without one that is unplugged`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 3)
            let left = try await station.addReader("left")
            let writing = try WritingProgram(station, "a")
            #expect(try await writing.until("next").tag == "a1")
            let right = try await station.addReader("right")
            #expect(try await writing.until("joined").reader == "right")
            #expect(try await writing.until("next").tag == "a2")
            // The sign that was shown at the lost reader is the next one again.
            left.unplug()
            #expect(try await writing.until("reader-lost").reader == "left")
            right.antenna.insert(Self.chip(1))
            try await writing.until("written", "a2")
            #expect(try await writing.until("next").tag == "a1")
            right.antenna.insert(Self.chip(2))
            try await writing.until("written", "a1")
            right.antenna.insert(Self.chip(3))
            try await writing.until("written", "a3")
            #expect(try await writing.ending().status == .exited(0))
        }
    }
}
