import Faults
import Provisioning
import Registry
import Testing

/// Those who take part in a write job come and go by themselves.
@Suite struct JobParticipantsTests {
    private static let noon = Timestamp(milliseconds: 1_800_000_000_000)

    private static func readers(_ names: String...) throws -> Set<ReaderName> {
        Set(try names.map { try #require(ReaderName($0)) })
    }

    @Test func `the last one to leave ends the job`() throws {
        var participants = JobParticipants()
        let first = participants.enter("alice", since: Self.noon, readers: [])
        let second = participants.enter("bob", since: Self.noon, readers: [])
        #expect([first, second] == [1, 2])
        let departure = try participants.leave(first, job: 7)
        #expect(departure.isLast == false)
        #expect(participants.present.map(\.actor) == ["bob"])
        let again = #expect(throws: WriteJobRefusal.self) { try participants.leave(first, job: 7) }
        #expect(again?.code == .unknownParticipant)
        #expect(again?.message == "participant 1 does not take part in job 7")
        let last = try participants.leave(second, job: 7)
        #expect(last.isLast == true)
    }

    @Test func `a number is not given twice`() throws {
        var participants = JobParticipants()
        let first = participants.enter("alice", since: Self.noon, readers: [])
        _ = try participants.leave(first, job: 7)
        let second = participants.enter("bob", since: Self.noon, readers: [])
        #expect(second == 2)
    }

    @Test func `a reader leaves with the only one who named it`() throws {
        var participants = JobParticipants()
        let left = participants.enter("alice", since: Self.noon, readers: try Self.readers("left", "shared"))
        _ = participants.enter("bob", since: Self.noon, readers: try Self.readers("right", "shared"))
        let departure = try participants.leave(left, job: 7)
        #expect(departure.released == (try Self.readers("left")))
    }

    @Test func `a reader stays with one who takes every reader`() throws {
        var participants = JobParticipants()
        let left = participants.enter("alice", since: Self.noon, readers: try Self.readers("left"))
        _ = participants.enter("bob", since: Self.noon, readers: [])
        let departure = try participants.leave(left, job: 7)
        #expect(departure.released == [])
    }
}
