import Foundation
import TestBench
import Testing
import UnixSystem

/// What a hub can do to a station's rounds with numbers of its own.
@Suite(
    .timeLimit(.minutes(10)),
    .enabled(if: PrivatePostgreSQL.canRun, "\(PrivatePostgreSQL.obstacle ?? "")"))
struct `A hub that answers what is not true` {
    static let numbers = ["\(Int64.max)", "\(Int64.max - 1)", "1000000", "1"]

    /// The last entry that it has, as it says.
    @Test(arguments: numbers)
    func `does not end a station's round by the number of an entry, and is refused`(number: String) async throws {
        try await TestHub.run { hub in
            try await hub.createBatch("spring", tags: 2)
            try await TestStation.run { station in
                try await hub.enrol(station, as: "berlin")
                try await station.waymark("station", "take", "spring", "2")
                let lie: LyingHub.Lie = { answer in
                    answer.replacing(#/"head":"[0-9]+:/#, with: "\"head\":\"\(number):")
                }
                try await LyingHub.run(before: hub, at: "/v1/chains/{chain}/entries", lie) { liar in
                    try station.call(at: liar.url, insteadOf: hub.url)
                    let refused = try await station.sync(expecting: nil)
                    #expect(refused.status == .exited(1), "\(refused)")
                    #expect(refused.errors.contains("which is not this registry's"), "\(refused)")
                    try station.call(at: hub.url, insteadOf: liar.url)
                }
                // Nothing is lost by it.
                try await station.sync()
                #expect(try await station.ownTags(of: "spring").count == 2)
            }
        }
    }
}
