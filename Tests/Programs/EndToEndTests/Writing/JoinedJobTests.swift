import Glibc
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// Two commands write one batch: one job, that each of them leaves by itself.
@Suite(.timeLimit(.minutes(10))) struct `A write job that is joined` {
    private static func chip(_ number: Int) -> ReaderEmulator.Type2Tag {
        ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: number))
    }

    private static var actor: String { "uid:\(geteuid())" }

    @Test func `says whose it is, and goes on when the second command is interrupted`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            let reader = try await station.addReader("bench")
            let first = try PackingBench(station, reader, "a")
            try await first.untilEvent("next")
            let second = try station.start(["write", "a"])
            try await first.untilEvent("entered")
            second.signal(SIGINT)
            let left = await second.wait()
            #expect(left.status == .exited(130), "\(left)")
            #expect(
                left.errors.hasPrefix("batch a: is being written already; this command joins the job of \(Self.actor)"))
            #expect(left.errors.contains("left: 0 of 1 tags are written; the job is that of \(Self.actor)"))
            #expect(left.errors.hasSuffix("to end the job for all: waymark write a --end\n"))
            #expect(try await first.untilEvent("left").job == 1)
            try await first.write(Self.chip(1))
            #expect(try await first.ending().status == .exited(0))
        }
    }

    @Test func `goes on when the one who started it is interrupted, and ends with the last one`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 2)
            let reader = try await station.addReader("bench")
            let first = try PackingBench(station, reader, "a")
            try await first.untilEvent("next")
            let second = try PackingBench(station, reader, "a")
            try await second.untilEvent("entered")
            first.program.signal(SIGINT)
            #expect(try await first.ending().status == .exited(130))
            try await second.write(Self.chip(1))
            second.program.signal(SIGINT)
            #expect(try await second.ending().status == .exited(130))
            #expect(second.events.last?.type == "cancelled")
        }
    }

    @Test func `gives back the reader that only the one who leaves has named`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 2)
            try await station.createBatch("b", tags: 1)
            let readers = [try await station.addReader("left"), try await station.addReader("right")]
            let first = try PackingBench(station, readers[0], "a", "--reader", "left")
            try await first.untilEvent("next")
            let second = try PackingBench(station, readers[1], "a", "--reader", "right")
            try await second.untilEvent("joined")
            second.program.signal(SIGINT)
            #expect(try await second.ending().status == .exited(130))
            // The reader is free for another batch at once.
            let other = try PackingBench(station, readers[1], "b", "--reader", "right")
            try await other.write(Self.chip(9))
            #expect(try await other.ending().status == .exited(0))
            try await first.write(Self.chip(1))
            try await first.write(Self.chip(2))
            #expect(try await first.ending().status == .exited(0))
        }
    }

    @Test(.needs(.curl)) func `is not joined by a command that is refused a reader`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            try await station.createBatch("b", tags: 1)
            let readers = [
                try await station.addReader("left"), try await station.addReader("middle"),
                try await station.addReader("right"),
            ]
            let first = try PackingBench(station, readers[0], "a", "--reader", "left")
            try await first.untilEvent("next")
            let other = try PackingBench(station, readers[2], "b", "--reader", "right")
            try await other.untilEvent("next")
            let unknown = try await station.waymark("write", "a", "--reader", "nowhere", expecting: 1)
            #expect(unknown.errors.hasPrefix("error: reader nowhere is not known\n"))
            // All or none: the free one is not kept for a command that does not get the other.
            let used = try await station.waymark(
                "write", "a", "--reader", "middle", "--reader", "right", expecting: 1)
            #expect(used.errors.hasPrefix("error: reader right is in use\n"))
            let job = try await station.ask("GET", "/v1/jobs/\(try #require(first.events.last).job)").document
            #expect((job["participants"] as? [Any])?.count == 1)
            #expect(job["readers"] as? [String] == ["left"])
            let read = try await station.waymark("read", "--reader", "middle", "--timeout", "1", expecting: nil)
            #expect(!read.errors.contains("is in use"))
            first.program.signal(SIGINT)
            #expect(try await first.ending().status == .exited(130))
            #expect(first.events.last?.type == "cancelled")
            #expect(!first.events.contains { ["entered", "joined"].contains($0.type) })
            other.program.signal(SIGINT)
            #expect(try await other.ending().status == .exited(130))
        }
    }

    @Test func `is ended for all on request only, and each is told by whom`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            let reader = try await station.addReader("bench")
            let watching = try PackingBench(station, reader, "a")
            try await watching.untilEvent("next")
            let person = try station.start(["write", "a"])
            try await watching.untilEvent("entered")
            let refused = try await station.waymark("write", "a", "--end", expecting: 64)
            #expect(refused.errors.contains("next: end it without a question: --end --yes"))
            let ended = try await station.waymark("write", "a", "--end", "--yes")
            #expect(ended.output == "ended: 0 of 1 tags of batch a are written\n")
            let told = await person.wait()
            #expect(told.status == .exited(3), "\(told)")
            #expect(told.output.contains("ended by \(Self.actor)"))
            #expect(told.output.hasSuffix("0 of 1 tags are written; run the command again to continue\n"))
            #expect(try await watching.ending().status == .exited(3))
            #expect(
                try await station.waymark("write", "a", "--end", "--yes", expecting: 1).errors.contains(
                    "is not being written"))
        }
    }
}
