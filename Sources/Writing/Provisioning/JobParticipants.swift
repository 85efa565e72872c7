public import Faults
public import Registry

/// The people and programs that take part in a write job, in the order in which they came.
///
/// A batch has one job. A command that asks for it again joins, and leaves by itself: the job ends for all when the last
/// participant leaves, or when a participant ends it for all.
public struct JobParticipants: Hashable, Sendable {
    public struct Participant: Hashable, Sendable {
        /// From 1, in the order of arrival. The participant 1 started the job.
        public let number: Int
        public let actor: String
        public let since: Timestamp
        /// The readers that the participant named; empty for every reader of the station.
        public let readers: Set<ReaderName>
    }

    /// What follows from a departure.
    public struct Departure: Hashable, Sendable {
        public let participant: Participant
        /// The readers that only this participant wanted: they leave the job, too.
        public let released: Set<ReaderName>
        /// No participant is left: the job ends.
        public let isLast: Bool
    }

    public private(set) var present: [Participant] = []
    private var last = 0

    public init() {}

    /// Takes a participant in, and gives its number.
    public mutating func enter(_ actor: String, since: Timestamp, readers: Set<ReaderName>) -> Int {
        last += 1
        present.append(Participant(number: last, actor: actor, since: since, readers: readers))
        return last
    }

    /// Takes a participant out of a job. Refuses a number that is not present.
    public mutating func leave(_ number: Int, job: Int) throws(WriteJobRefusal) -> Departure {
        guard let index = present.firstIndex(where: { $0.number == number }) else {
            throw WriteJobRefusal(
                .unknownParticipant, "participant \(number) does not take part in job \(job)",
                why: "it left before, or it never joined", next: "see who takes part: GET /v1/jobs/\(job)")
        }
        let participant = present.remove(at: index)
        let released = participant.readers.filter { reader in
            !present.contains { $0.readers.isEmpty || $0.readers.contains(reader) }
        }
        return Departure(participant: participant, released: released, isLast: present.isEmpty)
    }
}
