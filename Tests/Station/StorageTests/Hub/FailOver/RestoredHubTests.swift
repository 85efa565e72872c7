import Faults
import Foundation
import Grants
import HubStorage
import PostgreSQL
import Registry
import Storage
import TestBench
import Testing

/// Backup and archived log, restored to moments between which a station was granted tags and has written some.
@Suite(.needsPostgreSQL) struct `A hub's database that is restored to a moment` {
    private static let isLong = ProcessInfo.processInfo.environment["WAYMARK_PROOF"] == "long"
    private static let points = isLong ? 40 : 4

    @Test func `gives nothing twice at any of them, and has again what its station has written`() async throws {
        var random = SeededRandom()
        let server = try await FailingServer()
        let hub = try await FailingHub([server], daemons: 1)
        let names = (1...Self.points * 9).map { "t-\($0)" }
        try await hub.daemon(1).record(.batchCreated(try Samples.batch("opening", names)), by: hub.author)
        let north = try await BenchStation.joined("north", try hub.daemon(1))
        try await server.archiveAndBackUp()
        #expect(try await hub.recheck(1) == nil)
        var (taken, written) = (Set<TagID>(), [TagID]())
        for point in 1...Self.points {
            let grant = try await north.take(try hub.daemon(1), 2)
            taken.formUnion(grant.tags)
            try await north.write(grant.tags[0].text, chip: written.count + 1)
            written.append(grant.tags[0])
            try await north.send(to: try hub.daemon(1))
            try PostgresConnection(hub.address).rows("SELECT pg_create_restore_point('point-\(point)')")
        }
        for point in (1...Self.points).shuffled(using: &random) {
            try await server.restore(to: "point-\(point)")
            let era = try await hub.recheck(1)
            #expect(era != nil || point == Self.points, "\(random), point \(point)")
            if let era { try await north.adopt(era.era) }
            try await north.send(to: try hub.daemon(1))
            let grant = try await north.take(try hub.daemon(1), 2)
            #expect(taken.isDisjoint(with: grant.tags), "\(random), point \(point)")
            taken.formUnion(grant.tags)
            for tag in written { #expect(try await hub.daemon(1).tag(tag)?.state == .written) }
            #expect(try await hub.daemon(1).conflicts(withSettled: false, limit: 9) == [])
            let proof = try await hub.daemon(1).proveTables()
            #expect(proof.brokenAt == nil && proof.deviations == [], "\(random), point \(point)")
        }
        print("restored to \(Self.points) moments, \(taken.count) tags granted, none twice")
    }
}
