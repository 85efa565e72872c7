internal import API
internal import Provisioning
internal import Registry

/// The participants of the job: they join, and leave.
extension WriteJobRunner {
    enum Entering: Hashable, Sendable {
        /// The participant's number.
        case entered(Int)
        /// The job is ending.
        case isOver
        /// The job has given a reader back that the participant was to share.
        case readersMoved
    }

    /// Takes another participant in, with the readers that were taken for it. Where it is not taken in, these readers
    /// are given back.
    func enter(_ author: Author, readers wanted: [ReaderName], bringing taken: [ReservedReader]) -> Entering {
        let isComplete = Set(wanted).isSubset(of: staying.union(taken.map(\.name)))
        guard !isOver, isComplete else {
            for reader in taken { setup.giveBack(reader.name) }
            return isOver ? .isOver : .readersMoved
        }
        log.append(event(.entered, by: author.actor))
        let number = participants.enter(author.actor, since: setup.now(), readers: Set(wanted))
        for reader in taken where !join(reader) { setup.giveBack(reader.name) }
        return .entered(number)
    }

    /// Takes a participant out, with the readers that only this one wanted. True when it was the last one: then the job
    /// is to end.
    func leave(_ number: Int, by author: Author) async throws -> Bool {
        if log.hasEnded { return false }
        let departure = try participants.leave(number, job: id)
        guard !departure.isLast else { return true }
        log.append(event(.left, by: author.actor))
        await release(departure.released)
        return false
    }
}
