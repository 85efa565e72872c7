import Faults
import Synchronization
import Testing

@testable import StationService

@Suite struct WrongInvitationsTests {
    private final class Clock: Sendable {
        private let seconds = Atomic<Int64>(1_000)
        var uptime: Duration { .seconds(seconds.load(ordering: .relaxed)) }
        func move(seconds more: Int64) { seconds.add(more, ordering: .relaxed) }
    }

    @Test func `too many wrong secrets make every station wait a minute`() throws {
        let clock = Clock()
        let wrong = WrongInvitations(uptime: { clock.uptime })
        for _ in 0..<WrongInvitations.limit {
            try wrong.check()
            wrong.note()
        }
        let refusal = #expect(throws: StationError.self) { try wrong.check() }
        #expect(refusal?.complaint.code == "too-many-attempts")
        #expect(refusal?.status == 429 && refusal?.retryAfter == 60)
        clock.move(seconds: 59)
        #expect(throws: StationError.self) { try wrong.check() }
        clock.move(seconds: 1)
        try wrong.check()
    }
}
