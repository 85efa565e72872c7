import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// A real station that has worked by itself, and the hub that it comes to.
@Suite(
    .timeLimit(.minutes(10)),
    .enabled(if: PrivatePostgreSQL.canRun, "\(PrivatePostgreSQL.obstacle ?? "")"))
struct `A station that has worked by itself` {
    /// Writes all tags of a batch, and says on which chips.
    private func write(_ station: TestStation, _ batch: String, on numbers: ClosedRange<Int>) async throws -> [String] {
        let reader = try await station.addReader("bench")
        let bench = try PackingBench(station, reader, batch)
        var chips: [String] = []
        for number in numbers {
            let chip = ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: number))
            try await bench.write(chip)
            chips.append(chip.uidText)
        }
        let ending = try await bench.ending()
        #expect(ending.status == .exited(0), "\(ending)")
        return chips
    }

    private func adopt(_ file: String, by hub: TestHub, _ more: String...) async throws -> RunningProgram.Ending {
        try await RunningProgram(
            .hub, ["adopt", file, "--configuration", hub.folder["hub.json"], "--json"] + more
        ).wait()
    }

    @Test func `comes to a hub with all that it has written, and writes on as a station of it`() async throws {
        try await TestHub.run { hub in
            try await TestStation.run { station in
                try await station.createBatch("spring", tags: 1)
                try await station.createBatch("summer", tags: 2)
                let chips = try await write(station, "spring", on: 1...1)
                // A daemon works with it.
                let early = try await adopt(station.registry, by: hub)
                #expect(early.status == .exited(1) && early.errors.contains("a daemon works with it"), "\(early)")
                await station.stopDaemon()
                let file = station.folder["former.sqlite"]
                try FileManager.default.moveItem(atPath: station.registry, toPath: file)
                #expect(try await adopt(file, by: hub, "--dry-run").document["outcome"] as? String == "possible")
                let ending = try await adopt(file, by: hub)
                #expect(ending.status == .exited(0) && ending.document["outcome"] as? String == "adopted", "\(ending)")
                #expect(try await adopt(file, by: hub).document["outcome"] as? String == "was-adopted")

                try FileManager.default.moveItem(atPath: file, toPath: station.registry)
                let refused = try RunningProgram(
                    .daemon,
                    [
                        "--registry", station.registry, "--socket", station.folder["a.sock"], "--readers-socket",
                        station.folder["r.sock"],
                    ])
                let refusal = await refused.wait()
                #expect(refusal.status == .exited(1) && refusal.errors.contains("has adopted it"), "\(refusal)")
                try FileManager.default.moveItem(atPath: station.registry, toPath: file)

                try await station.startDaemon()
                try await hub.enrol(station, as: "berlin")
                try await station.waymark("station", "take", "summer", "2")
                try await station.sync(expecting: nil)
                let others = try await write(station, "summer", on: 2...3)
                try await station.sync(expecting: nil)
                for (tag, uid) in zip(["spring1", "summer1", "summer2"], chips + others) {
                    let shown = try await hub.waymark("tag", "show", tag, "--json").output
                    #expect(shown.contains(uid) && shown.contains("written"))
                }
                let proof = try await hub.verify()
                #expect(proof.status == .exited(0), "\(proof)")
            }
        }
    }

    @Test func `gets batches of a hub back, and works by itself`() async throws {
        try await TestHub.run { hub in
            try await hub.createBatch("spring", tags: 1)
            try await TestStation.run { station in
                await station.stopDaemon()
                try FileManager.default.removeItem(atPath: station.registry)
                let ending = try await RunningProgram(
                    .hub,
                    [
                        "hand-back", station.registry, "--batch", "spring", "--configuration", hub.folder["hub.json"],
                        "--json",
                    ]
                ).wait()
                #expect(ending.status == .exited(0) && ending.document["tags"] as? Int == 1, "\(ending)")
                try await station.startDaemon()
                let chips = try await write(station, "spring", on: 1...1)
                let shown = try await station.waymark("tag", "show", "spring1", "--json").output
                #expect(shown.contains(chips[0]) && shown.contains("written"))
                let refused = try await hub.waymark("tag", "retire", "spring1", "--reason", "gone", expecting: 1)
                #expect(refused.errors.contains("has the right to write tag spring1"), "\(refused)")
            }
        }
    }

    @Test func `hears which of its names are taken at the hub`() async throws {
        try await TestHub.run { hub in
            try await hub.createBatch("spring", tags: 2)
            try await TestStation.run { station in
                try await station.createBatch("spring", tags: 2)
                await station.stopDaemon()
                let ending = try await adopt(station.registry, by: hub)
                #expect(ending.status == .exited(1), "\(ending)")
                let lines = ending.document["lines"] as? [[String: String]]
                #expect(lines?.compactMap { $0["subject"] } == ["batch spring", "tag spring1", "tag spring2"])
                // It can still be used.
                try await station.startDaemon()
                try await station.waymark("batch", "show", "spring")
            }
        }
    }
}
