import HubStorage
import PostgreSQL
import Registry
import Storage
import TestBench
import Testing

/// What an audit's tables are kept by: whether any of a hub's chains has an entry that may have changed the plan.
@Suite(.needsPostgreSQL, .takesTurns) struct `A place in the journals of a hub` {
    @Test func `is behind the plan when another daemon has changed it, and not when it has not`() async throws {
        let place = try await HubPlace()
        let one = try await place.registry(now: { Timestamp.now })
        let other = try await place.registry(daemon: "hub-2", chain: .drawn(), now: { Timestamp.now })
        let author = Author(station: "hub", actor: "alice")
        for event in try Samples.opened() { try await one.record(event, by: author) }
        var known = try await one.journalPlace()
        #expect(try await !one.hasPlanChanged(since: known))

        // An entry that changes nothing of the plan, at both.
        let audited = JournalEvent.audited(
            AuditRecord(batch: nil, sightings: 0, badRows: 0, findings: [:]), run: AuditRun())
        for daemon in [one, other] { try await daemon.record(audited, by: author) }
        #expect(try await !one.hasPlanChanged(since: known))
        #expect(try await other.journalPlace() != known)

        try await other.record(.writeIntended(try Samples.write("t-1", chip: 1)), by: author)
        #expect(try await one.hasPlanChanged(since: known))
        known = try await one.journalPlace()
        #expect(try await !one.hasPlanChanged(since: known))

        // A station's journal moves the tables later than it comes.
        let database = try PostgresConnection(place.address)
        let chain = ChainName.drawn()
        try database.change(
            """
            INSERT INTO stations (chain, lost, awaited, newest_request) VALUES (decode($1, 'hex'), false, false, 0)
            """, [.text("\(chain)")])
        try database.change(
            "INSERT INTO chains (chain, sequence, digest) VALUES (decode($1, 'hex'), 2, '')", [.text("\(chain)")])
        for (sequence, kind) in [(1, "audited"), (2, "tag-retired")] as [(Int64, String)] {
            try database.change(
                """
                INSERT INTO journal (chain, sequence, time, station, actor, kind, payload, previous)
                VALUES (decode($1, 'hex'), $2, 0, '', '', $3, '', '')
                """, [.text("\(chain)"), .integer(sequence), .text(kind)])
        }
        #expect(try await !one.hasPlanChanged(since: known))
        try database.change("UPDATE stations SET applied = 1")
        #expect(try await !one.hasPlanChanged(since: known))
        try database.change("UPDATE stations SET applied = 2")
        #expect(try await one.hasPlanChanged(since: known))
        known = try await one.journalPlace()
        #expect(try await !one.hasPlanChanged(since: known))
        // A database that has forgotten something.
        try database.change("UPDATE stations SET applied = 0")
        #expect(try await one.hasPlanChanged(since: known))
    }
}
