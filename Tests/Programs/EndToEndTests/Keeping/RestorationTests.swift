import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// `waymarkd restore`, and the setup crew the day after.
@Suite(.timeLimit(.minutes(10))) struct `A station that is restored from a backup` {
    private static func chip(_ number: Int) -> ReaderEmulator.Type2Tag {
        ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: number))
    }

    private func restore(_ station: TestStation, _ words: String..., status: Int32 = 0) async throws
        -> RunningProgram.Ending
    {
        let ending = try await RunningProgram(
            .daemon, ["restore", station.folder["copy.sqlite"], "--registry", station.registry] + words
        ).wait()
        #expect(ending.status == .exited(status), "\(ending)")
        return ending
    }

    /// A batch of three, a backup, and then the first of them on chip 1.
    private func writeAfterBackup(_ station: TestStation) async throws -> (EmulatedReader, ReaderEmulator.Type2Tag) {
        try await station.createBatch("a", tags: 3)
        let reader = try await station.addReader("bench")
        try await station.waymark("backup", station.folder["copy.sqlite"])
        let bench = try PackingBench(station, reader, "a")
        let chip = try await bench.write(Self.chip(1))
        bench.program.signal(SIGINT)
        _ = try await bench.ending()
        await station.stopDaemon()
        return (reader, chip)
    }

    @Test func `says what is lost, and writes no tag twice`() async throws {
        try await TestStation.run { station in
            let (reader, chip) = try await writeAfterBackup(station)
            let output = try await restore(station, "--yes").output
            #expect(output.contains("Lost are 2 entries"))
            #expect(output.contains("  1  write-confirmed"))
            #expect(output.contains("  a1  written  on chip \(chip.uidText)"))

            try await station.startDaemon()
            try await station.waymark("journal", "verify")
            #expect(try await station.journal("registry-restored").first?["lost"] as? Int == 2)
            let bench = try PackingBench(station, reader, "a")
            try await bench.write(Self.chip(2))
            try await bench.put(chip)
            #expect(try await bench.untilEvent(of: chip).type == "confirmed")
            reader.antenna.remove()
            try await bench.write(Self.chip(3))
            #expect(try await bench.ending().status == .exited(0))
            #expect(try await station.api.tags(of: "a").map(\.uid) == (1...3).map { Self.chip($0).uidText })
        }
    }

    @Test func `whose registry is lost rests, and knows the tags that are put on the reader`() async throws {
        try await TestStation.run { station in
            let (reader, chip) = try await writeAfterBackup(station)
            try FileManager.default.removeItem(atPath: station.registry)
            #expect(try await restore(station, "--yes").output.contains("There is no registry to compare it with"))

            try await station.startDaemon()
            let refusal = try await station.waymark("write", "a", expecting: 1)
            #expect(refusal.errors.contains("the registry was restored from a backup"))
            try await station.waymark("batch", "resume", "a")
            let bench = try PackingBench(station, reader, "a")
            try await bench.put(chip)
            #expect(try await bench.untilEvent(of: chip).tag == "a1")
            let after = try #require(reader.antenna.remove())
            #expect(after.phoneView == .url(TestStation.url("a1")))
            try await bench.put(Self.chip(2))
            #expect(try await bench.untilEvent(of: Self.chip(2)).tag == "a2")
            bench.program.signal(SIGINT)
            _ = try await bench.ending()
        }
    }

    @Test func `is not restored while a daemon serves it, nor without a yes`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            try await station.waymark("backup", station.folder["copy.sqlite"])
            let ending = try await restore(station, "--yes", status: 1)
            #expect(ending.errors.contains("another waymarkd serves it"))
            await station.stopDaemon()
            let before = try Data(contentsOf: URL(filePath: station.registry))
            let unasked = try await restore(station, "--json", status: 1)
            #expect(unasked.document["lost"] as? Int == 0 && unasked.document["schema"] as? Int == 1)
            #expect(Complaint(json: unasked.errors)?.reasons == ["the loss was not confirmed"])
            #expect(try Data(contentsOf: URL(filePath: station.registry)) == before)
        }
    }
}
