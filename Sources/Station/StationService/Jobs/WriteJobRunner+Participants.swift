internal import API
internal import Provisioning
internal import Registry

/// The participants of the job: they join, and leave.
extension WriteJobRunner {
    /// Takes another participant in, with the readers that were taken for it, and gives its number. Nil when the job is
    /// ending: then these readers are given back.
    func enter(_ author: Author, readers: [ReaderName], bringing taken: [ReservedReader]) -> Int? {
        if isOver {
            for reader in taken { setup.giveBack(reader.name) }
            return nil
        }
        log.append(event(.entered, by: author.actor))
        let number = participants.enter(author.actor, since: setup.now(), readers: Set(readers))
        for reader in taken where !join(reader) { setup.giveBack(reader.name) }
        return number
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
