import Geodesy
import HubStorage
import PostgreSQL
import Registry
import Storage
import TestBench
import Testing

/// What a piece of evidence costs does not grow with what there is.
@Suite(.needsPostgreSQL, .takesTurns) struct `Pieces of evidence` {
    private static let tables = ["evidence", "changed", "contents", "sightings", "judged", "verdicts"]
    private static let mine = "https://example.com/mine/"

    /// So many contents that the planner would rather read them all than look 500 up.
    private func fill(_ connection: PostgresConnection) throws {
        let names = "SELECT decode(md5(number::text), 'hex') AS content FROM generate_series(1, 60000) AS number"
        for statement in [
            "INSERT INTO contents (content, url) SELECT content, 'https://chain.example/' || content::text FROM",
            """
            INSERT INTO evidence (content, sightings, last_seen, visits, confirmations, witnesses)
            SELECT content, 1, 1, '', 0, '' FROM
            """,
            "INSERT INTO changed (content, mark) SELECT content, 0 FROM",
            """
            INSERT INTO judged (content, plan, chip, sightings, confirmations)
            SELECT content, 1, false, 1, 0 FROM
            """,
            "INSERT INTO verdicts (content, audit, last_seen) SELECT content, 0, 1 FROM",
        ] { try connection.change("\(statement) (\(names)) AS named") }
        for table in Self.tables { try connection.change("ANALYZE \(table)") }
    }

    /// How often tables have been read whole so far, and how many rows were put into them.
    private func counts(_ connection: PostgresConnection) throws -> [String: (reads: Int64, rows: Int64)] {
        let counts = try connection.rows(
            "SELECT relname, seq_scan, n_tup_ins FROM pg_stat_user_tables WHERE relname = ANY($1)",
            [.texts(Self.tables)]
        ).map { (try $0.text(0) ?? "", (reads: try $0.integer(1) ?? 0, rows: try $0.integer(2) ?? 0)) }
        return Dictionary(uniqueKeysWithValues: counts)
    }

    /// A server process tells what it has done together, and within a second: so when all these rows are counted. The
    /// database may have been other tests'.
    private func wholeReads(
        _ connection: PostgresConnection, when table: String, has rows: Int64
    ) async throws -> [String: Int64] {
        while true {
            let counts = try counts(connection)
            if (counts[table]?.rows ?? 0) >= rows { return counts.mapValues(\.reads) }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private func rows(at time: Int64) throws -> [KeptSighting] {
        let place = try Coordinate(latitude: 37.3193, longitude: -122.0293)
        return (0..<500).map { number in
            KeptSighting(time: time, url: Self.mine + String(number), uid: nil, place: place, sigma: 4, device: nil)
        }
    }

    @Test func `and what audits leave are looked up, and no table is read whole`() async throws {
        let place = try await HubPlace()
        let hub = try await place.registry { Timestamp.now }
        let connection = try PostgresConnection(place.address)
        let earlier = try counts(connection).mapValues(\.rows)
        try fill(connection)
        let before = try await wholeReads(connection, when: "verdicts", has: 60_000 + (earlier["verdicts"] ?? 0))

        let number = try await hub.beginImport(.sightings, file: "a.csv")
        // New contents, then known ones.
        for time in [1_795_000_000, 1_795_000_001] as [Int64] {
            #expect(try await hub.keep(try rows(at: time), import: number) == 500)
        }
        let mark = try await hub.beginJudging()
        let contents = try rows(at: 0).map { SeenContent(url: $0.url, uid: nil) }
        try await hub.readEvidence { evidence in
            var found = 0
            try evidence.evidence(urls: contents.map(\.url), chips: [], besides: []) { _ in found += 1 }
            #expect(found == 500)
        }
        let settled = contents.map { SettledContent($0, sightings: 2, confirmations: 0, tag: nil) }
        try await hub.settle(Settling(mark: mark, settled: settled, remarkable: []))
        var after = try await wholeReads(connection, when: "judged", has: 60_500 + (earlier["judged"] ?? 0))
        // When an audit ends, those that it judged and that have no evidence any more are looked for, once.
        for table in ["changed", "evidence"] {
            let reads = (after.removeValue(forKey: table) ?? 0) - (before[table] ?? 0)
            #expect(reads <= 1, "\(table)")
        }
        #expect(after == before.filter { after.keys.contains($0.key) })
    }
}
