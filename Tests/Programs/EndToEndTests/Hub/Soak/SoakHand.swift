import Glibc
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// Who writes at one station of a soak: starts `waymark write` whenever there is something to write, and puts one chip after
/// another on the reader. What is not done comes back to a box, whose chips come again.
///
/// Used from one task.
final class SoakHand {
    private enum Happening: Sendable {
        case event(WriteEventLine)
        case lookedAtNothing
        case blow(AirFaults.Blow)
        case outputEnded
    }

    private let place: SoakPlace
    private let batches: [String]
    private let reader: EmulatedReader
    private let trap: CommandTrap
    private let happenings: AsyncStream<Happening>
    private let notice: AsyncStream<Happening>.Continuation
    private var random: SeededRandom
    private var faults: AirFaults
    private var box: [ReaderEmulator.Type2Tag] = []
    private var done: [ReaderEmulator.Type2Tag] = []
    private var made = 0
    private var interruptions = 0
    private var isUnplugged = false
    private var isLost = false
    /// How often `waymark write` was started.
    private var jobs = 0

    /// So many chips are in the box before the next is taken from it.
    private static let boxSize = 6

    init(_ place: SoakPlace, batches: [String], seed: UInt64) {
        self.place = place
        self.batches = batches
        reader = place.reader
        random = SeededRandom(seed: seed)
        faults = AirFaults(SeededRandom(seed: random.next()))
        trap = CommandTrap(reader.antenna)
        let (happenings, notice) = AsyncStream.makeStream(of: Happening.self)
        (self.happenings, self.notice) = (happenings, notice)
        reader.antenna.observe { event in
            if event == .foundNone { notice.yield(.lookedAtNothing) }
        }
    }

    var story: SoakStory {
        var story = SoakStory(chips: box + done, counts: faults.counts)
        story.counts["write jobs"] = jobs
        return story
    }

    /// Works until there is nothing more to do for any station.
    func work() async throws {
        while !place.isOver {
            if let batch = await unfinishedBatch() { try await write(batch) }
            try await Task.sleep(for: .milliseconds(50))
        }
        takeAway()
    }

    /// A batch of which the station has tags that are not written; nil where there is none, and while the daemon is away.
    private func unfinishedBatch() async -> String? {
        for batch in batches.shuffled(using: &random) {
            let tags = try? await place.station.api.tags(of: batch)
            if tags?.contains(where: { $0.state != "written" }) == true { return batch }
        }
        return nil
    }

    private func write(_ batch: String) async throws {
        let program = try place.station.start(["write", batch, "--json"])
        jobs += 1
        let lines = program.output.lines
        Task { [notice] in
            for await line in lines {
                if let event = try? WriteEventLine(line: line) { notice.yield(.event(event)) }
            }
            notice.yield(.outputEnded)
        }
        isLost = false
        if isUnplugged { try plug() }
        for await happening in happenings {
            switch happening {
            case .lookedAtNothing: lookAtReader()
            case .event(let event): try heed(event)
            case .blow(.unplug):
                reader.unplug()
                isUnplugged = true
                if isLost { try plug() }
            case .blow(.kill):
                if let worker = try place.station.worker(of: SoakPlace.reader) { kill(worker, SIGKILL) }
            case .outputEnded:
                let ending = await program.wait()
                let status: Int32? = if case .exited(let number) = ending.status { number } else { nil }
                // Done; the daemon was killed meanwhile, or is about to be ready.
                #expect([0, 1, 69].contains(status), "\(ending)")
                return
            }
        }
    }

    private func heed(_ event: WriteEventLine) throws {
        let isHere = event.uid != nil && event.uid == reader.antenna.tag?.uidText
        switch event.type {
        case "written", "confirmed": if isHere { takeAway(isDone: true) }
        case "refused": if isHere { takeAway() }
        case "interrupted":
            interruptions += 1
            if isHere, interruptions >= 3 { takeAway() }
        case "reader-lost":
            isLost = true
            if isUnplugged { try plug() }
        case "reader-back": isLost = false
        default: break
        }
    }

    private func plug() throws {
        isUnplugged = false
        try reader.plug()
    }

    private func lookAtReader() {
        guard !reader.antenna.isTagInField else { return }
        takeAway()
        while box.count < Self.boxSize {
            made += 1
            box.append(place.blankChip(made))
        }
        let chip = box.remove(at: Int(random.next(below: UInt64(box.count))))
        interruptions = 0
        reader.antenna.clearFaults()
        trap.disarm()
        faults.schedule(on: reader, trap) { [notice] in notice.yield(.blow($0)) }
        reader.antenna.insert(chip)
    }

    private func takeAway(isDone: Bool = false) {
        guard let chip = reader.antenna.remove() else { return }
        if isDone { done.append(chip) } else { box.append(chip) }
    }
}
