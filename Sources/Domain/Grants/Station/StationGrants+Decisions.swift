package import Registry

/// What comes to a station's grants.
package enum StationGrantEvent: Hashable, Sendable {
    /// A batch is to be written, or little of it is left.
    case wanted(BatchName, count: Int)
    /// The hub's answer to a request; it may be late, repeated, or of another era.
    case answered(Grant)
    /// A request is not needed any more.
    case abandoned(request: Int)
    /// Planned tags are not needed here, or the hub recalls them.
    case surplus(request: Int, [TagID])
    /// A grant is over: all is written, or the rest is not needed.
    case finished(request: Int)
    /// The hub has said which era it is in.
    case eraHeard(Era)
    /// A chip is about to be written.
    case writing(TagID)
}

/// What a station does about its grants.
package enum StationGrantAction: Hashable, Sendable {
    /// Journals the entry durably and applies it, before the next action.
    case journal(GrantEntry)
    /// Sends the request to the hub; again until it is answered.
    case send(GrantRequest)
}

extension StationGrants {
    /// What to do, in this order. Nothing where an answer is not to be taken: it is late, repeated, or not for this chain.
    package func actions(for event: StationGrantEvent) throws(GrantError) -> [StationGrantAction] {
        switch event {
        case .wanted(let batch, let count):
            guard count > 0 else { throw .empty }
            let request = GrantRequest(
                chain: chain, number: newestRequest + 1, era: era, batch: batch, count: count)
            return [.journal(.asked(request)), .send(request)]
        case .answered(let grant): return takes(grant) ? [.journal(.taken(grant))] : []
        case .abandoned(let request):
            guard open[request] != nil else { throw .unknown(request) }
            return [.journal(.declined(request: request))]
        case .surplus(let request, let tags):
            guard let grant = held[request] else { throw .unknown(request) }
            for tag in tags where !grant.planned.contains(tag) {
                throw grant.written.contains(tag) ? .written(tag) : .notHeld(tag)
            }
            return tags.isEmpty ? [] : [.journal(.returned(request: request, tags))]
        case .finished(let request):
            guard held[request] != nil else { throw .unknown(request) }
            return [.journal(.closed(request: request))]
        case .eraHeard(let heard): return heard == era ? [] : [.journal(.eraAdopted(heard))]
        case .writing(let tag):
            guard grant(of: tag) != nil else { throw .notHeld(tag) }
            return [.journal(.writeIntended(tag))]
        }
    }

    /// Only the answer to a request that is open, given in the era in which it was asked and that is still adopted.
    private func takes(_ grant: Grant) -> Bool {
        guard grant.chain == chain, let request = open[grant.request] else { return false }
        return grant.era == era && request.era == era && grant.batch == request.batch
    }
}
