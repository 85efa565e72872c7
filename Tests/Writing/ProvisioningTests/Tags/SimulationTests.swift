import Chips
import NDEF
import Provisioning
import ReaderEmulator
import Registry
import Testing

/// A bench with several readers on one queue, a box of chips and a clumsy hand: chips are put down, torn away and
/// exchanged at any moment, readers fail and come back. In the end the batch is written.
@Suite struct `Several readers on one batch` {
    @Test func `never get the same tag`() async throws {
        let batch = try Samples.batch(6)
        let one = try Bench(batch)
        let two = try Bench(batch, registry: one.registry, queue: one.queue, reader: "bench 2")
        // In step, action by action, three chips each.
        for round in UInt8(0)..<3 {
            one.antenna.insert(Samples.chip(round * 2 + 1))
            two.antenna.insert(Samples.chip(round * 2 + 2))
            for _ in 0..<12 {
                try await one.step()
                try await two.step()
            }
            let chips = (try await one.takeAway(), try await two.takeAway())
            #expect(try PhoneReader.url(on: chips.0) == Samples.url(Int(round) * 2 + 1))
            #expect(try PhoneReader.url(on: chips.1) == Samples.url(Int(round) * 2 + 2))
        }
        #expect(one.queue.signs.isDone)
        #expect(Set(one.registry.tags.map(\.uid)).count == 6)
        #expect(one.registry.violations == [])
    }

    @Test func `write it in spite of everything`() async throws {
        var (steps, interruptions) = (0, 0)
        for seed in UInt64(0)..<60 {
            let simulation = try await Simulation(seed: seed)
            try await simulation.run(steps: 600)
            try await simulation.finish()
            steps += simulation.steps
            interruptions += simulation.registry.journal.count { $0.kind == .writeInterrupted }
            #expect(simulation.registry.violations == [], "seed \(seed)")
            #expect(simulation.queue.signs.isDone, "seed \(seed)")
            #expect(simulation.registry.open.isEmpty, "seed \(seed)")
            let written = simulation.registry.tags
            #expect(Set(written.compactMap(\.uid)).count == written.count, "seed \(seed)")
            for tag in written {
                let chip = try #require(simulation.box.first { ChipUID($0.uid) == tag.uid }, "seed \(seed)")
                #expect(try PhoneReader.url(on: chip) == tag.url, "seed \(seed)")
            }
            // Chips that carry no tag are as they were.
            for chip in simulation.box where simulation.registry.tag(onChip: try #require(ChipUID(chip.uid))) == nil {
                #expect(chip.memory == simulation.untouched[chip.uid], "seed \(seed)")
            }
        }
        print("simulated: \(steps) steps, \(interruptions) interrupted writes")
    }
}

/// One run of the clumsy hand.
private final class Simulation {
    let registry: MemoryRegistry
    let queue: Bench.Queue
    let untouched: [[UInt8]: TagMemory]
    /// The chips that are on no reader.
    private(set) var box: [ReaderEmulator.Type2Tag] = []
    private(set) var steps = 0
    private let benches: [Bench]
    private var random: SeededGenerator

    init(seed: UInt64) async throws {
        random = SeededGenerator(seed: seed)
        let batch = try Samples.batch(6)
        let registry = MemoryRegistry(batch.tags)
        let queue = Bench.Queue(batch)
        benches = try (0...Int(seed % 3)).map { number in
            try Bench(batch, registry: registry, queue: queue, reader: "bench \(number)")
        }
        self.registry = registry
        self.queue = queue
        box = (1...7).map { Samples.chip($0, $0.isMultiple(of: 3) ? .ntag215 : .ntag213) }
        box.append(try await Samples.chip(8, saying: NDEFMessage(uri: "https://other.example/")))
        var locked = Samples.chip(9)
        locked.memory[2] = [locked.memory[2][0], 0x48, 0xF0, 0xFF]
        box.append(locked)
        untouched = Dictionary(uniqueKeysWithValues: box.map { ($0.uid, $0.memory) })
    }

    func run(steps count: Int) async throws {
        for _ in 0..<count {
            let bench = benches[Int.random(in: benches.indices, using: &random)]
            if random.chance(12) { meddle(with: bench) }
            if bench.link.isGone, bench.action == .awaitReader {
                guard random.chance(30) else { continue }
                bench.link.plugIn()
            }
            try await bench.step()
            steps += 1
        }
    }

    private func meddle(with bench: Bench) {
        let n = Int.random(in: 1...14, using: &random)
        let lost: LostHalf? = random.chance(50) ? .command : random.chance(50) ? .answer : nil
        switch Int.random(in: 0..<9, using: &random) {
        case 0...3: move(bench)
        case 4: bench.antenna.tear(after: n, losing: lost)
        case 5: bench.antenna.drop(at: n, losing: lost ?? .command)
        case 6: bench.antenna.refuse(at: n)
        case 7: bench.antenna.corrupt(at: n)
        default: bench.link.unplug(at: n, carryingOut: random.chance(50))
        }
    }

    /// Takes a chip away, or puts one down, or both. Not in the moment in which the intent is recorded: no hand can
    /// be that quick, and the registry would refuse the second of two readers.
    private func move(_ bench: Bench) {
        if case .record(.writeIntended) = bench.action { return }
        let isExchange = random.chance(30)
        if let chip = bench.antenna.remove() {
            box.append(chip)
            guard isExchange else { return }
        }
        guard !box.isEmpty else { return }
        bench.antenna.insert(box.remove(at: Int.random(in: box.indices, using: &random)))
    }

    /// A calm hand: no more faults, every chip once on the first reader, and again if need be.
    func finish() async throws {
        for bench in benches {
            bench.antenna.clearFaults()
            bench.link.plugIn()
            if let chip = bench.antenna.remove() { box.append(chip) }
            try await bench.settle()
        }
        for _ in 0..<3 where !queue.signs.isDone {
            for index in box.indices {
                try await benches[0].present(box[index])
                box[index] = try await benches[0].takeAway()
            }
        }
    }
}
