import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// Chips of one batch that are written by a daemon which dies again and again, and what must hold each time.
///
/// Used from one task.
final class PackingFloor {
    private let station: TestStation
    private let batch: String
    private let reader: EmulatedReader
    private let trap: CommandTrap
    private var bench: PackingBench
    /// Chips that have been on the reader, as they were when they left it.
    private var chips: [String: ReaderEmulator.Type2Tag] = [:]
    /// What the journal held when it was last asked.
    private var acknowledged: [StationAPI.Entry] = []
    private var current: ReaderEmulator.Type2Tag

    init(_ station: TestStation, batch: String) async throws {
        self.station = station
        self.batch = batch
        reader = try await station.addReader("bench")
        trap = CommandTrap(reader.antenna)
        bench = try PackingBench(station, reader, batch)
        current = ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: 0))
    }

    /// Puts the next blank chip down. At its n-th command the daemon's process is given to `strike`.
    func begin(at n: Int, _ strike: @escaping @Sendable (Int32) -> Void) async throws {
        acknowledged = try await station.api.journal()
        current = ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: chips.count + 1))
        let daemon = try #require(station.daemon?.process.processIdentifier)
        reader.antenna.remove()
        trap.arm(at: n) { strike(daemon) }
        try await bench.put(current)
    }

    /// Waits for the daemon's death, starts another, checks what it remembers, and lets it finish the chip. False
    /// when the chip was written before anything struck.
    func survivesKill() async throws -> Bool {
        let isWritten: Bool = try await bench.until("a written chip, or the daemon's death") { happening in
            switch happening {
            case .outputEnded: false
            case .event(let event) where event.type == "written" && event.uid == self.current.uidText:
                // The strike may still be on its way.
                self.trap.isArmed ? true : nil
            default: nil
            }
        }
        if isWritten {
            trap.disarm()
            try settle()
            return false
        }
        let ending = await bench.program.wait()
        #expect(ending.status == .exited(69), "\(ending)")
        // It may have died before the command line was listening to the job.
        let complaint = try #require(Complaint(json: ending.errors), "\(ending)")
        #expect(["waymarkd is gone", "cannot reach waymarkd"].contains(complaint.message), "\(ending)")
        await station.killDaemon()
        try await station.startDaemon()
        try await checkMemory(of: bench.events)

        bench = try PackingBench(station, reader, batch)
        try await bench.untilEvent(of: current)
        try settle()
        return true
    }

    /// The chip is written: takes it away.
    private func settle() throws {
        let chip = try #require(reader.antenna.remove())
        chips[chip.uidText] = chip
    }

    private func checkMemory(of events: [WriteEventLine]) async throws {
        _ = try await station.api.unbrokenJournal()
        let journal = try await station.api.journal()
        #expect(Array(journal.prefix(acknowledged.count)) == acknowledged)
        for event in events {
            let kind = ["writing": "write-intended", "written": "write-confirmed"][event.type]
            guard let kind else { continue }
            #expect(
                journal.contains { $0.kind == kind && $0["uid"] == event.uid && $0["tag"] == event.tag },
                "\(event) was told and is forgotten")
        }
        let onReader = try #require(reader.antenna.tag)
        for tag in try await station.api.tags(of: batch) where tag.state == "written" {
            let chip = tag.uid.flatMap { $0 == onReader.uidText ? onReader : chips[$0] }
            #expect(chip?.phoneView == .url(tag.url), "\(tag) is called written")
        }
    }

    /// Writes what is left of the batch and checks the whole of it.
    func finish(_ count: Int) async throws {
        while chips.count < count {
            let number = chips.count + 1
            try await bench.put(ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: number)))
            current = try #require(reader.antenna.tag)
            try await bench.untilEvent(of: current)
            try settle()
        }
        #expect(try await bench.ending().status == .exited(0))
        #expect(bench.events.last?.type == "finished")
        let tags = try await station.api.tags(of: batch)
        #expect(tags.count == count)
        #expect(Set(tags.compactMap(\.uid)).count == count)
        for tag in tags {
            #expect(tag.state == "written")
            #expect(tag.uid.flatMap { chips[$0] }?.phoneView == .url(tag.url), "\(tag)")
        }
        _ = try await station.api.unbrokenJournal()
    }
}
