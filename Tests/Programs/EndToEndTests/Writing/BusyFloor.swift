import Foundation
import Glibc
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// Readers of a real station with a hand each, that puts down one chip after another from a common box; what is not
/// done comes back to the box. Faults come at random: see ``AirFaults``.
///
/// Used from one task.
final class BusyFloor {
    private enum Happening: Sendable {
        case event(WriteEventLine)
        case antenna(Int, AntennaEvent)
        case blow(Int, AirFaults.Blow)
        case outputEnded
    }

    /// A reader and what is on it.
    private struct Place {
        let name: String
        let reader: any PluggableReader
        let trap: CommandTrap
        var chip: String?
        var interruptions = 0
        var isLost = false
        var isUnplugged = false
    }

    private let station: TestStation
    private let batch: String
    private let program: RunningProgram
    private let happenings: AsyncStream<Happening>
    private let notice: AsyncStream<Happening>.Continuation
    private var places: [Place] = []
    private var box: [ReaderEmulator.Type2Tag]
    private(set) var done: [String: ReaderEmulator.Type2Tag] = [:]
    private let untouched: [String: TagMemory]
    private var faults = AirFaults(SeededRandom(seed: 0x4641_554C))
    private var random = SeededRandom(seed: 0x5741_594D)
    private let whenWritten: (Int) async throws -> Void

    /// The writing of the batch begins, on readers that the station has. `whenWritten`: told how many chips are done.
    init(
        _ station: TestStation, batch: String, chips: Int, readers: [(name: String, reader: any PluggableReader)],
        whenWritten: @escaping (Int) async throws -> Void = { _ in }
    ) async throws {
        self.station = station
        self.batch = batch
        self.whenWritten = whenWritten
        let products: [Type2Product] = [.ntag213, .ntag215, .ntag216]
        box = (1...chips).map {
            ReaderEmulator.Type2Tag(products[$0 % 3], uid: ReaderEmulator.Type2Tag.uid(numbered: $0))
        }
        untouched = Dictionary(uniqueKeysWithValues: box.map { ($0.uidText, $0.memory) })
        let (happenings, notice) = AsyncStream.makeStream(of: Happening.self)
        (self.happenings, self.notice) = (happenings, notice)
        places = readers.map { Place(name: $0.name, reader: $0.reader, trap: CommandTrap($0.reader.antenna)) }
        program = try station.start(["write", batch, "--json"])
        for (index, place) in places.enumerated() {
            // What the tags are told is of no interest here, and is most of what happens.
            place.reader.antenna.observe { event in
                if event == .foundNone { notice.yield(.antenna(index, event)) }
            }
        }
        let lines = program.output.lines
        Task {
            for await line in lines {
                if let event = try? WriteEventLine(line: line) { notice.yield(.event(event)) }
            }
            notice.yield(.outputEnded)
        }
    }

    /// Works until the batch is written. Returns how the command line ended.
    func run() async throws -> RunningProgram.Ending {
        for await happening in happenings {
            switch happening {
            case .outputEnded: return await program.wait()
            case .antenna(let index, _): try lookAt(index)
            case .event(let event): try await heed(event)
            case .blow(let index, .unplug):
                places[index].reader.unplug()
                places[index].isUnplugged = true
                if places[index].isLost { try plug(index) }
            case .blow(let index, .kill):
                if let worker = try station.worker(of: places[index].name) { kill(worker, SIGKILL) }
            }
        }
        throw CancellationError()
    }

    /// The station has seen that nothing lies on this reader: the next chip.
    private func lookAt(_ index: Int) throws {
        let antenna = places[index].reader.antenna
        guard !antenna.isTagInField else { return }
        takeAway(index)
        guard !box.isEmpty else { return }
        let chip = box.removeLast()
        places[index].chip = chip.uidText
        places[index].interruptions = 0
        antenna.clearFaults()
        places[index].trap.disarm()
        faults.schedule(on: places[index].reader, places[index].trap) { [notice] blow in
            notice.yield(.blow(index, blow))
        }
        antenna.insert(chip)
    }

    private func heed(_ event: WriteEventLine) async throws {
        guard let index = places.firstIndex(where: { $0.name == event.reader }) else { return }
        let isHere = event.uid != nil && event.uid == places[index].chip
        switch event.type {
        case "written", "confirmed":
            guard isHere else { return }
            takeAway(index, isDone: true)
            try await whenWritten(done.count)
        case "refused": if isHere { takeAway(index) }
        case "interrupted":
            places[index].interruptions += 1
            if isHere, places[index].interruptions >= 3 { takeAway(index) }
        case "reader-lost":
            places[index].isLost = true
            if places[index].isUnplugged { try plug(index) }
        case "reader-back": places[index].isLost = false
        default: break
        }
    }

    private func plug(_ index: Int) throws {
        places[index].isUnplugged = false
        try places[index].reader.plug()
    }

    private func takeAway(_ index: Int, isDone: Bool = false) {
        guard let chip = places[index].reader.antenna.remove() else { return }
        places[index].chip = nil
        if isDone {
            done[chip.uidText] = chip
        } else {
            box.insert(chip, at: Int(random.next(below: UInt64(box.count + 1))))
        }
    }

    // MARK: Afterwards

    /// `3 killed workers, 5 tears`
    var faultList: String { faults.list }

    /// Every tag is on one chip, that chip says so, the journal agrees, and no chip is lost.
    func check(tags count: Int) async throws {
        for index in places.indices { takeAway(index) }
        let chips = Dictionary(uniqueKeysWithValues: (box + done.values).map { ($0.uidText, $0) })
        #expect(chips.count == untouched.count)
        let tags = try await station.api.tags(of: batch)
        #expect(tags.count == count)
        #expect(Set(tags.compactMap(\.uid)).count == count)
        for tag in tags {
            #expect(tag.state == "written", "\(tag)")
            #expect(tag.uid.flatMap { chips[$0] }?.phoneView == .url(tag.url), "\(tag)")
        }
        _ = try await station.api.unbrokenJournal()
        var last: [String: StationAPI.Entry] = [:]
        for entry in try await station.api.journal() where entry.kind.hasPrefix("write-") {
            if let tag = entry["tag"] { last[tag] = entry }
        }
        for tag in tags {
            #expect(last[tag.id]?.kind == "write-confirmed", "\(tag)")
            #expect(last[tag.id]?["uid"] == tag.uid && last[tag.id]?["url"] == tag.url, "\(tag)")
        }
        let used = Set(tags.compactMap(\.uid))
        let areUntouched = chips.allSatisfy {
            used.contains($0) || $1.memory == untouched[$0]
        }
        #expect(areUntouched)
    }
}
