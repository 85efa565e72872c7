import Foundation
import TestBench
import Testing

/// Several stations, with emulated readers, write the batches of one hub, while networks are cut, hubs and stations are killed,
/// and one exchange in a hundred with the chips goes wrong. `make proof-hub` writes 10000 tags with twelve stations and two
/// daemons; a test writes a few with three. `WAYMARK_SEED` repeats what was struck, not at which moment.
@Suite(
    .timeLimit(.minutes(HubSoak.isLong ? 180 : 10)),
    .enabled(if: PrivatePostgreSQL.canRun, "\(PrivatePostgreSQL.obstacle ?? "")"))
struct `Stations that share batches while everything fails` {
    private static let soak =
        HubSoak.isLong
        ? HubSoak(
            stations: 12, batches: ["spring": 6_000, "autumn": 4_000], taken: 40, pause: 3_000, random: SeededRandom())
        : HubSoak(stations: 3, batches: ["spring": 24, "autumn": 16], taken: 4, pause: 400, random: SeededRandom())

    @Test func `write each tag to one chip, and hub, stations, journals and chips agree`() async throws {
        try await TestHub.run { hub in
            try await hub.withAnotherDaemon { other in
                var picture = try await Self.soak.run([hub, other])
                let complaints = picture.complaints
                #expect(complaints == [], "\(Self.soak.random)")
                // The same picture, with one chip changed, does not pass.
                let changed = try #require(picture.hub.first)
                let another = try #require(picture.hub.last)
                picture.chips[changed.uid] = .reads(.url(another.url))
                #expect(picture.complaints.count == complaints.count + 1)
            }
        }
    }
}

extension HubSoak {
    fileprivate static let isLong = ProcessInfo.processInfo.environment["WAYMARK_PROOF"] == "long"
}
