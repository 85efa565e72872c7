import Chips
import Provisioning
import ReaderEmulator
import Registry
import Testing

/// Several readers with a hand each, that puts down one chip after another from a common box; what is not done comes
/// back to the box. Faults come at random, the same ones for the same seed.
final class Soak {
    let registry: MemoryRegistry
    let queue: Bench.Queue
    let untouched: [[UInt8]: TagMemory]
    private(set) var steps = 0
    private(set) var faults: [String: Int] = [:]
    private let benches: [Bench]
    /// Chips to be put down, the next one last; those that are done.
    private var box: [ReaderEmulator.Type2Tag]
    private var done: [ReaderEmulator.Type2Tag] = []
    /// Whether the bench has looked at what lies on its reader.
    private var hasLooked: [Bool]
    private var random: SeededGenerator
    private var rate: Int

    init(tags count: Int, readers: Int, faultsPerThousandExchanges rate: Int, seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        self.rate = rate
        let batch = try Samples.batch(count)
        let registry = MemoryRegistry(batch.tags)
        let queue = Bench.Queue(batch)
        benches = try (1...readers).map {
            try Bench(batch, registry: registry, queue: queue, reader: "bench \($0)")
        }
        self.registry = registry
        self.queue = queue
        hasLooked = benches.map { _ in true }
        // A few more than are needed.
        let products: [ReaderEmulator.Type2Product] = [.ntag213, .ntag215, .ntag216]
        box = (0..<count + count / 100 + 10).map { number in
            let serial = withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) }
            return ReaderEmulator.Type2Tag(products[number % 3], uid: [0x04, 0xA1] + serial + [0x80])
        }
        untouched = Dictionary(uniqueKeysWithValues: box.map { ($0.uid, $0.memory) })
    }

    /// Every chip, wherever it is now.
    var chips: [ReaderEmulator.Type2Tag] { box + done + benches.compactMap(\.antenna.tag) }
    var exchanges: Int { benches.reduce(0) { $0 + $1.link.calls } }

    /// Works until the batch is written.
    func run() async throws {
        let limit = queue.signs.total * 400 + 100_000
        while !queue.signs.isDone {
            guard steps < limit else {
                Issue.record("the batch is not written after \(steps) steps")
                return
            }
            let index = Int.random(in: benches.indices, using: &random)
            let bench = benches[index]
            steps += 1
            if bench.action == .awaitReader, bench.link.isGone {
                guard random.chance(20) else { continue }
                bench.link.plugIn()
            }
            if bench.isWaiting, hasLooked[index], bench.action != .awaitReader { handle(index) }
            try await bench.step()
            hasLooked[index] = true
        }
    }

    /// The hand at a reader where nothing happens any more: takes a chip away, or puts the next one down.
    private func handle(_ index: Int) {
        let bench = benches[index]
        if let chip = bench.antenna.remove() {
            let isDone = ChipUID(chip.uid).flatMap { registry.tag(onChip: $0) }?.state == .written
            if isDone {
                done.append(chip)
            } else {
                box.insert(chip, at: Int.random(in: 0...box.count, using: &random))
            }
            // Often the next chip follows before the reader has seen that the last one is gone.
            if random.chance(50) { return }
        }
        bench.antenna.clearFaults()
        guard let chip = box.popLast() else { return }
        bench.antenna.insert(chip)
        hasLooked[index] = false
        schedule(bench)
    }

    /// Each exchange with the chip goes wrong with the same probability.
    private func schedule(_ bench: Bench) {
        for n in 1...40 where Int.random(in: 0..<1_000, using: &random) < rate {
            let lost: LostHalf? = random.chance(50) ? .command : random.chance(50) ? .answer : nil
            switch Int.random(in: 0..<5, using: &random) {
            case 0:
                // A write erases the page first: cut off then, it leaves zeros.
                bench.antenna.tear(after: n, losing: lost, leaving: random.chance(30) ? [0, 0, 0, 0] : nil)
                faults["tears", default: 0] += 1
            case 1:
                bench.antenna.corrupt(at: n)
                faults["corrupted answers", default: 0] += 1
            case 2:
                bench.antenna.drop(at: n, losing: lost ?? .answer)
                faults["lost exchanges", default: 0] += 1
            case 3:
                bench.link.unplug(at: n, carryingOut: false)
                faults["unplugged readers", default: 0] += 1
            default:
                // The command has gone to the chip when the worker dies.
                bench.link.unplug(at: n, carryingOut: true)
                faults["killed workers", default: 0] += 1
            }
            return
        }
    }
}
