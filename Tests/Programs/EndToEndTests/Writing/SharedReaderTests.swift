import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// Several jobs at once, and what programs read of them.
@Suite(.timeLimit(.minutes(10))) struct `Write jobs beside each other` {
    private static func chip(_ number: Int) -> ReaderEmulator.Type2Tag {
        ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: number))
    }

    @Test func `do not share a reader`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            try await station.createBatch("b", tags: 1)
            let reader = try await station.addReader("bench")
            let first = try PackingBench(station, reader, "a")
            try await first.untilEvent("next")
            let second = try await station.waymark("write", "b", expecting: 1)
            #expect(
                second.errors == """
                    error: reader bench is in use
                      why:  it is writing batch a
                      next: wait for it, or use another reader: waymark reader list

                    """)
            #expect(try await station.waymark("read", expecting: 1).errors.hasPrefix("error: reader bench is in use\n"))
            try await first.write(Self.chip(1))
            #expect(try await first.ending().status == .exited(0))
        }
    }

    @Test func `give a reader back, though there was nothing to write`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            try await station.createBatch("b", tags: 1)
            let reader = try await station.addReader("bench")
            let first = try PackingBench(station, reader, "a")
            try await first.write(Self.chip(1))
            #expect(try await first.ending().status == .exited(0))
            reader.antenna.remove()
            try await station.waymark("write", "a")
            let second = try PackingBench(station, reader, "b")
            try await second.write(Self.chip(2))
            #expect(try await second.ending().status == .exited(0))
        }
    }

    @Test func `of one batch on one reader are one job`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            let reader = try await station.addReader("bench")
            let first = try PackingBench(station, reader, "a")
            try await first.untilEvent("next")
            let second = try PackingBench(station, reader, "a")
            try await second.untilEvent("next")
            try await first.write(Self.chip(1))
            #expect(try await first.ending().status == .exited(0))
            #expect(try await second.ending().status == .exited(0))
            #expect(first.events == second.events)
        }
    }

    /// Two readers on one batch, as on a bench where two people pack.
    @Test func `of one batch on two readers give each tag to one chip`() async throws {
        try await TestStation.run { station in
            let count = 12
            try await station.createBatch("a", tags: count)
            let readers = [try await station.addReader("left"), try await station.addReader("right")]
            let benches = [
                try PackingBench(station, readers[0], "a", "--reader", "left"),
                try PackingBench(station, readers[1], "a", "--reader", "right"),
            ]
            var chips: [String: ReaderEmulator.Type2Tag] = [:]
            for pair in 0..<count / 2 {
                // Both at once: each pair must get two different tags.
                for side in 0...1 {
                    readers[side].antenna.remove()
                    readers[side].antenna.insert(Self.chip(pair * 2 + side + 1))
                }
                for side in 0...1 {
                    let chip = Self.chip(pair * 2 + side + 1)
                    try await benches[side].untilEvent(of: chip)
                    let written = try #require(readers[side].antenna.remove())
                    chips[chip.uidText] = written
                }
            }
            for bench in benches {
                let ending = try await bench.ending()
                #expect(ending.status == .exited(0), "\(ending)")
                #expect(bench.events.last?.done == count)
            }
            let tags = try await station.api.tags(of: "a")
            #expect(Set(tags.compactMap(\.uid)).count == count)
            for tag in tags { #expect(tag.uid.flatMap { chips[$0] }?.phoneView == .url(tag.url)) }
        }
    }

    @Test func `are told as JSON Lines`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 2)
            let reader = try await station.addReader("bench")
            let bench = try PackingBench(station, reader, "a")
            try await bench.write(Self.chip(1))
            try await bench.write(Self.chip(2))
            let ending = try await bench.ending()
            #expect(ending.status == .exited(0))
            #expect(ending.errors.isEmpty)
            let lines = ending.output.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.last == "")
            #expect(ending.objects.count == lines.count - 1)
            #expect(ending.objects.allSatisfy { $0["schema"] as? Int == 1 && $0["type"] is String })
            #expect(
                bench.events.map(\.type).filter { $0 != "presented" } == [
                    "next", "writing", "written", "next", "writing", "written", "finished",
                ])
            let written = try #require(bench.events.first { $0.type == "written" })
            #expect(written.tag == "a1" && written.store == "c" && written.placement == "table 1")
            #expect(written.uid == Self.chip(1).uidText && written.product == "NTAG213")
            #expect(written.url == TestStation.url("a1") && written.done == 1 && written.total == 2)
        }
    }
}
