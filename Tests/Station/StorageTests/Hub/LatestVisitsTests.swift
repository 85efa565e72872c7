import Geodesy
import HubStorage
import PostgreSQL
import Registry
import Storage
import TestBench
import Testing

/// What was folded by an earlier version's rule has lost the latest visits.
@Suite(.needsPostgreSQL, .takesTurns) struct `A hub's evidence of an earlier rule` {
    @Test(.timeLimit(.minutes(20))) func `is folded once more from its rows, and judged again`() async throws {
        let place = try await HubPlace()
        let registry = try await place.registry { Timestamp.now }
        let number = try await registry.beginImport(.sightings, file: "walk.csv")
        let seen = try (0..<3).map { time in
            KeptSighting(
                time: 1_795_000_000 + Int64(time) * 1_200, url: "https://example.com/1", uid: nil,
                place: try Coordinate(latitude: 37, longitude: -122), sigma: 3, device: nil)
        }
        #expect(try await registry.keep(seen, import: number) == 3)
        try await registry.foldEvidence { _ in }
        let plan = try await registry.beginJudging().plan
        let connection = try PostgresConnection(place.address)
        try connection.change("UPDATE evidence SET visits = '', sightings = 1")
        for statement in HubSchema.latestVisits { try connection.change(statement) }
        try await registry.foldEvidence { _ in }
        let folded = try await registry.readEvidence { evidence in
            var folded: [FoldedEvidence] = []
            try evidence.everything { folded += $0.map(\.folded) }
            return folded
        }
        #expect(folded.map(\.sightings) == [3] && folded.map(\.visits.count) == [3])
        #expect(try await registry.beginJudging().plan > plan)
    }
}
