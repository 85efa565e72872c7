import ReaderEmulator
import TestBench
import Testing

/// Two readers of one write job, and in each round a chip and its blank copy, put down as a person might. Counts what must
/// never happen.
struct CloneGame {
    /// How the two chips of a round come to the readers.
    enum Opening: CaseIterable {
        /// Both at the same time.
        case together
        /// The copy after the other was written.
        case afterwards
        /// The copy after the other was torn away.
        case afterTear
    }

    /// Where the copy of each chip was refused, by code.
    private(set) var refusals: [String: Int] = [:]
    private(set) var written = 0
    private let benches: [PackingBench]
    private let names: [String]
    private var random: SeededRandom

    /// `benches`: by the names of their readers, in this order.
    init(_ benches: [PackingBench], _ names: [String], seed: UInt64? = nil) {
        self.benches = benches
        self.names = names
        random = SeededRandom(seed: seed)
        print("clone game: \(random)")
    }

    mutating func play(_ round: Int) async throws {
        let chip = ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: round))
        let opening = Opening.allCases[round % Opening.allCases.count]
        let first = Int.random(in: 0...1, using: &random)
        var chips = [chip, chip]
        switch opening {
        case .together:
            try await benches[0].put(chip)
            try await benches[1].put(chip)
            for side in 0...1 { try await settle(side) }
            for side in 0...1 { chips[side] = try await lift(side) }
        case .afterwards:
            chips[0] = try await present(chip, first)
            chips[1] = try await present(chips[1], 1 - first)
        case .afterTear:
            let lost: LostHalf? = [nil, .command, .answer].randomElement(using: &random) ?? nil
            benches[first].reader.antenna.tear(after: Int.random(in: 3...16, using: &random), losing: lost)
            chips[0] = try await present(chip, first)
            chips[1] = try await present(chips[1], 1 - first)
        }
        // Both once more, each at the other reader.
        chips[0] = try await present(chips[0], 1 - first)
        chips[1] = try await present(chips[1], first)
        let views = chips.map(\.phoneView)
        #expect(views.count { $0 != .nothing && $0 != .damaged } <= 1, "round \(round), \(opening): \(views)")
    }

    /// Puts a chip down, waits for what is said of it, and takes it away.
    private mutating func present(
        _ chip: ReaderEmulator.Type2Tag, _ side: Int
    ) async throws -> ReaderEmulator.Type2Tag {
        try await benches[side].put(chip)
        try await settle(side)
        return try await lift(side)
    }

    private func lift(_ side: Int) async throws -> ReaderEmulator.Type2Tag {
        benches[side].reader.antenna.clearFaults()
        let chip = try #require(benches[side].reader.antenna.remove())
        try await benches[side].untilLookedAway()
        return chip
    }

    /// Waits for the last word about the chip on a reader, and holds it against the chip.
    private mutating func settle(_ side: Int) async throws {
        let bench = benches[side]
        let antenna = bench.reader.antenna
        let reader = names[side]
        let event: WriteEventLine? = try await bench.until("the last word") { happening in
            switch happening {
            // Torn away, and the station has noticed.
            case .antenna(.foundNone) where !antenna.isTagInField: return .some(nil)
            case .event(let event) where event.reader == reader:
                return ["written", "confirmed", "refused"].contains(event.type) ? .some(event) : nil
            default: return nil
            }
        }
        guard let event else { return }
        if event.type == "refused" {
            refusals[event.code ?? "", default: 0] += 1
            #expect(["same-uid", "wrong-content"].contains(event.code), "\(event)")
        } else {
            written += 1
            #expect(antenna.tag?.phoneView == event.url.map { .url($0) }, "\(event)")
        }
    }
}
