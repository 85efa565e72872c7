import Foundation
import TestBench
import Testing

/// Servers are killed, promoted and restored at random moments. `make proof-fail-over` has 500 failures of each kind, a test
/// a few, each time others.
@Suite(.needsPostgreSQL) struct `A hub whose servers fail at random` {
    private static let rounds = ProcessInfo.processInfo.environment["WAYMARK_PROOF"] == "long" ? 500 : 3

    @Test(arguments: FailOverStory.Way.allCases)
    func `gives no tag twice, and has what was written`(way: FailOverStory.Way) async throws {
        let story = try await FailOverStory(way, rounds: Self.rounds, SeededRandom())
        for _ in 0..<Self.rounds { try await story.round() }
        try await story.check()
    }
}
