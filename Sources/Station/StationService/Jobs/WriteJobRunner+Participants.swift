internal import API
internal import Provisioning
internal import Registry

/// The participants of the job: they join, and leave.
extension WriteJobRunner {
    /// Takes another participant in, and gives its number; nil when the job is ending.
    func enter(_ author: Author, readers: [ReaderName]) -> Int? {
        if isOver { return nil }
        log.append(event(.entered, by: author.actor))
        return participants.enter(author.actor, since: setup.now(), readers: Set(readers))
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
