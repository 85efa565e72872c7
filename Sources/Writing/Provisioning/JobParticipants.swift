internal import Faults
package import Registry

/// The people and programs that take part in a write job, in the order in which they came.
///
/// A batch has one job. A command that asks for it again joins, and leaves by itself: the job ends for all when the last
/// participant leaves, or when a participant ends it for all.
package struct JobParticipants: Hashable, Sendable {
    package struct Participant: Hashable, Sendable {
        /// From 1, in the order of arrival. The participant 1 started the job.
        package let number: Int
        package let actor: String
        package let since: Timestamp
        /// The readers that the participant named; empty for every reader of the station.
        package let readers: Set<ReaderName>
    }

    /// What follows from a departure.
    package struct Departure: Hashable, Sendable {
        package let participant: Participant
        /// The readers that only this participant wanted: they leave the job, too.
        package let released: Set<ReaderName>
        /// No participant is left: the job ends.
        package let isLast: Bool
    }

    package private(set) var present: [Participant] = []
    private var last = 0

    package init() {}

    /// Takes a participant in, and gives its number.
    package mutating func enter(_ actor: String, since: Timestamp, readers: Set<ReaderName>) -> Int {
        last += 1
        present.append(Participant(number: last, actor: actor, since: since, readers: readers))
        return last
    }

    /// Takes a participant out of a job. Refuses a number that is not present.
    package mutating func leave(_ number: Int, job: Int) throws(WriteJobRefusal) -> Departure {
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
