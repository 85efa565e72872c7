import ReaderEmulator
import TestBench

/// What goes wrong with one exchange in a hundred: chips torn away, answers disturbed, cables pulled, workers that are
/// killed and workers that libnfc ends.
struct AirFaults {
    /// What only the one who holds reader and station can do.
    enum Blow: Sendable {
        /// Pull the reader's cable.
        case unplug
        /// Kill the reader's worker.
        case kill
    }

    private var random: SeededRandom
    private(set) var counts: [String: Int] = [:]

    init(_ random: SeededRandom) { self.random = random }

    /// `3 killed workers, 5 tears`
    var list: String {
        counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    }

    /// Before a chip is put on a reader: schedules what goes wrong with it, if anything does.
    mutating func schedule(
        on reader: any PluggableReader, _ trap: CommandTrap, _ strike: @escaping @Sendable (Blow) -> Void
    ) {
        guard let n = (1...40).first(where: { _ in random.next(below: 100) == 0 }) else { return }
        let antenna = reader.antenna
        let lost: LostHalf? = [.command, .answer, nil][Int(random.next(below: 3))]
        let name: String
        switch random.next(below: 6) {
        case 0:
            // A write erases the page first: cut off then, it leaves zeros.
            antenna.tear(after: n, losing: lost, leaving: random.next(below: 10) < 3 ? [0, 0, 0, 0] : nil)
            name = "tears"
        case 1:
            antenna.corrupt(at: n)
            name = "corrupted answers"
        case 2:
            antenna.drop(at: n, losing: lost ?? .answer)
            name = "lost exchanges"
        case 3:
            trap.arm(at: n) { strike(.unplug) }
            name = "unplugged readers"
        case 4:
            trap.arm(at: n) { strike(.kill) }
            name = "killed workers"
        case _ where reader is EmulatedUSBReader:
            antenna.refuse(at: n)
            name = "refused exchanges"
        default:
            reader.announceNodeAddress(at: n)
            name = "aborted workers"
        }
        counts[name, default: 0] += 1
    }
}
