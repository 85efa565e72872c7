import HubStorage
import PostgreSQL
import Registry
import Storage
import TestBench
import Testing

/// Daemons bring evidence at the same time: a piece waits for what erases evidence, not for another daemon's piece.
@Suite(.needsPostgreSQL, .takesTurns) struct `The gates of evidence` {
    private static func confirm(_ url: String, in registry: HubRegistry) async throws -> Int {
        let number = try await registry.beginImport(.confirmations, file: "a.csv")
        return try await registry.keep(
            [KeptConfirmation(time: 1_795_000_000, url: url, outcome: "inRegion", device: nil)], import: number)
    }

    /// Whichever the registry has drawn. Those of events are before 16.
    @Test(.timeLimit(.minutes(20)), arguments: [Int64(16), 23, 31])
    func `let a piece through where one is free`(free: Int64) async throws {
        let place = try await HubPlace()
        let registry = try await place.registry { Timestamp.now }
        let other = try PostgresConnection(place.address)
        // A piece that waits for it comes through when this session has ended, and the test fails.
        try other.change("SET idle_in_transaction_session_timeout = '10min'")
        try other.change("BEGIN")
        let held = try other.rows("SELECT gate FROM gates WHERE gate >= 16 AND gate <> $1 FOR UPDATE", [.integer(free)])
        #expect(held.count == 15)
        #expect(try await Self.confirm("https://example.com/\(free)", in: registry) == 1)
        try other.change("ROLLBACK")
    }

    @Test(.timeLimit(.minutes(20))) func `let no piece through where all are taken, until they are free`() async throws
    {
        let place = try await HubPlace()
        let registry = try await place.registry { Timestamp.now }
        let (other, observer) = (try PostgresConnection(place.address), try PostgresConnection(place.address))
        try other.change("BEGIN")
        try other.rows("SELECT gate FROM gates WHERE gate >= 16 FOR UPDATE")
        async let kept = Self.confirm("https://example.com/1", in: registry)
        let waiting = """
            SELECT 1 FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM gates%'
            """
        while try observer.rows(waiting).isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        #expect(try observer.rows("SELECT 1 FROM confirmations").isEmpty)
        try other.change("COMMIT")
        #expect(try await kept == 1)
    }
}
