import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// What a hub costs at the reader: a station of one, whose `waymark station sync` runs, beside a station that works by itself.
/// `make proof-hub` writes 300 tags at each, in turn, and prints how long they took.
@Suite(
    .timeLimit(.minutes(10)),
    .enabled(if: PrivatePostgreSQL.canRun, "\(PrivatePostgreSQL.obstacle ?? "")"))
struct `A station of a hub and one that works by itself` {
    private static let isLong = ProcessInfo.processInfo.environment["WAYMARK_PROOF"] == "long"
    private static let tags = isLong ? 300 : 4

    /// A station that is about to write, and what has come of it.
    private final class Side {
        let bench: PackingBench
        let trap: CommandTrap
        var times: [Duration] = []

        init(_ station: TestStation) async throws {
            let reader = try await station.addReader("bench")
            trap = CommandTrap(reader.antenna)
            bench = try PackingBench(station, reader, "spring")
        }

        func write(_ number: Int) async throws {
            let chip = ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: number))
            let clock = ContinuousClock()
            let began = clock.now
            try await bench.write(chip)
            times.append(clock.now - began)
        }

        /// Milliseconds.
        var median: Double { times.sorted()[times.count / 2] / .milliseconds(1) }
    }

    @Test func `send a chip the same commands`() async throws {
        try await TestHub.run { hub in
            try await hub.createBatch("spring", tags: Self.tags)
            try await TestStation.run { joined in
                try await TestStation.run { alone in
                    try await alone.createBatch("spring", tags: Self.tags)
                    try await hub.enrol(joined, as: "berlin")
                    try await joined.waymark("station", "take", "spring", "\(Self.tags)")
                    try await joined.sync()
                    let rounds = SyncRounds(joined)
                    async let story = rounds.run()
                    let (first, second) = (try await Side(joined), try await Side(alone))
                    for number in 1...Self.tags {
                        // Each is the first of the two as often as the other.
                        for side in number % 2 == 0 ? [first, second] : [second, first] { try await side.write(number) }
                    }
                    for side in [first, second] { #expect(try await side.bench.ending().status == .exited(0)) }
                    rounds.stop()
                    _ = try await story
                    #expect(!first.trap.commands.isEmpty)
                    #expect(first.trap.commands == second.trap.commands)
                    if Self.isLong {
                        print(
                            "\(Self.tags) tags each: \(first.median) ms a tag at a station of a hub, \(second.median) ms at one "
                                + "that works by itself: \(first.median / second.median) of it")
                    }
                }
            }
        }
    }
}
