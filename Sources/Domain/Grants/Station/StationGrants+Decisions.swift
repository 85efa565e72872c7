package import Chips
package import Registry

/// What comes to a station's grants.
package enum StationGrantEvent: Hashable, Sendable {
    /// A batch is to be written, or little of it is left.
    case wanted(BatchName, count: Int)
    /// A chip is to be written that another station has written.
    case wantedChip(ChipUID)
    /// The hub's answer to a request; it may be late, repeated, or of another era.
    case answered(Grant)
    /// The hub does not lend the tag of a chip.
    case refused(request: Int, LoanRefusal)
    /// A request is not needed any more.
    case abandoned(request: Int)
    /// Planned tags are not needed here, or the hub recalls them.
    case surplus(request: Int, [TagID])
    /// A tag that is on a chip is to be written elsewhere.
    case lending(TagID)
    /// A grant is over: all is written, or the rest is not needed.
    case finished(request: Int)
    /// The hub has said which era it is in.
    case eraHeard(Era)
    /// A chip is about to be written, or a label made.
    case writing(TagID, on: ChipUID? = nil)
    /// A tag is to leave its chip, to be written to another one.
    case freeing(TagID)
    /// A tag is to go out of service for good.
    case retiring(TagID)
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
        case .wantedChip(let chip):
            if let waiting = open.values.first(where: { $0.chip == chip }) { return [.send(waiting)] }
            let request = GrantRequest(chain: chain, number: newestRequest + 1, era: era, chip: chip)
            return [.journal(.asked(request)), .send(request)]
        case .answered(let grant): return takes(grant) ? [.journal(.taken(grant))] : []
        case .refused(let request, let refusal):
            guard open[request]?.chip != nil else { throw .unknown(request) }
            return [.journal(.refused(request: request, refusal))]
        case .abandoned(let request):
            guard open[request] != nil else { throw .unknown(request) }
            return [.journal(.declined(request: request))]
        case .surplus(let request, let tags):
            guard let grant = held[request] else { throw .unknown(request) }
            for tag in tags where !grant.planned.contains(tag) {
                throw grant.written.contains(tag) ? .written(tag) : .notHeld(tag)
            }
            return tags.isEmpty ? [] : [.journal(.returned(request: request, tags))]
        case .lending(let tag):
            guard let request = grant(of: tag), let grant = held[request] else { throw .notHeld(tag) }
            guard grant.written.contains(tag) else { throw .unwritten(tag) }
            // Nothing is left of a grant that has this tag alone.
            let isLast = grant.planned.isEmpty && grant.written.count == 1
            return [.journal(isLast ? .closed(request: request) : .returned(request: request, [tag]))]
        case .finished(let request):
            guard held[request] != nil else { throw .unknown(request) }
            return [.journal(.closed(request: request))]
        case .eraHeard(let heard): return heard == era ? [] : [.journal(.eraAdopted(heard))]
        case .writing(let tag, on: let chip):
            guard grant(of: tag) != nil else { throw .notHeld(tag) }
            if let lent = self.chip(lentFor: tag), chip != lent {
                throw .lent(tag, for: lent, chip.map { "is not written to chip \($0)" } ?? "gets no label")
            }
            return [.journal(.writeIntended(tag, on: chip))]
        case .freeing(let tag):
            guard grant(of: tag) != nil else { throw .notHeld(tag) }
            if let lent = self.chip(lentFor: tag) { throw .lent(tag, for: lent, "does not leave its chip") }
            return [.journal(.freed(tag))]
        case .retiring(let tag):
            guard grant(of: tag) != nil else { throw .notHeld(tag) }
            return [.journal(.moved(tag))]
        }
    }

    /// Only the answer to a request that is open, given in the era in which it was asked and that is still adopted.
    private func takes(_ grant: Grant) -> Bool {
        guard grant.chain == chain, let request = open[grant.request] else { return false }
        guard grant.era == era, request.era == era, grant.loan?.chip == request.chip else { return false }
        return request.chip == nil ? grant.batch == request.batch : grant.tags.count == 1
    }
}
