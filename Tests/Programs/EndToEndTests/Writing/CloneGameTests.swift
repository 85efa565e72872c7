import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// Chips and copies with the same UIDs through the whole house, on two readers.
///
/// `WAYMARK_CLONES` says how many rounds.
@Suite(.timeLimit(.minutes(60))) struct `A chip and its copy on two readers` {
    private static let rounds = ProcessInfo.processInfo.environment["WAYMARK_CLONES"].flatMap { Int($0) } ?? 6

    @Test func `never get one identifier both, and no blank copy is called written`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: Self.rounds + 1)
            var benches: [PackingBench] = []
            let names = ["left", "right"]
            for name in names {
                let reader = try await station.addReader(name)
                benches.append(try PackingBench(station, reader, "a", "--reader", name))
                try await benches.last?.untilEvent("next")
            }
            var game = CloneGame(benches, names)
            for round in 1...Self.rounds { try await game.play(round) }
            let tags = try await station.api.tags(of: "a").filter { $0.state == "written" }
            #expect(Set(tags.compactMap(\.uid)).count == Self.rounds)
            _ = try await station.api.unbrokenJournal()
            for bench in benches {
                bench.program.signal(2)
                #expect(try await bench.ending().status == .exited(130))
            }
            print("clone game: \(Self.rounds) rounds, \(game.written) times right, refusals: \(game.refusals)")
        }
    }
}
