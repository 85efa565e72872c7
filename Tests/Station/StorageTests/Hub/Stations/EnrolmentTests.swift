import Faults
import Grants
import HubStorage
import PostgreSQL
import Registry
import TestBench
import Testing

/// Who enrols without an invitation.
@Suite(.needsPostgreSQL, .takesTurns) struct `A stranger who guesses at secrets` {
    @Test(.timeLimit(.minutes(20))) func `is refused without a gate, so that none waits for it`() async throws {
        let place = try await HubPlace()
        let hub = try await place.registry(now: Bench.clock())
        let other = try PostgresConnection(place.address)
        // An enrolment that waits for a gate comes through when this session has ended, and the test fails.
        try other.change("SET idle_in_transaction_session_timeout = '10min'")
        try other.change("BEGIN")
        try other.rows("SELECT gate FROM gates FOR UPDATE")
        let stranger = try BenchStation(try name("north"))
        let application = try await stranger.application(BenchStation.digest())
        let refusal = await #expect(throws: GrantError.self) {
            try await hub.enrol(application, by: Author(station: "hub", actor: "station"))
        }
        #expect(refusal?.code == .unknownInvitation)
        try other.change("ROLLBACK")
    }
}
