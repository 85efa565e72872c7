internal import Chips
internal import Registry

/// What the entries of a station's chain do at the hub.
extension GrantTables {
    mutating func apply(_ entry: GrantEntry, of chain: ChainName) throws -> [HubGrantAction] {
        switch entry {
        case .asked(let request):
            guard var standing = try self.chain(chain) else { return [] }
            standing.newestRequest = max(standing.newestRequest, request.number)
            try put(standing, as: chain)
        case .taken(let grant): return try take(grant, by: chain)
        case .declined(let request), .refused(let request, _), .closed(let request):
            let former = try grant(request, of: chain)
            try put(GrantStanding(.closed, former?.grant), for: request, of: chain)
            try release(former?.grant?.tags ?? [], by: chain, whileAdopting: false)
        case .returned(let request, let tags):
            // Another request may bring the same tags to this chain again: then the end of this one is not theirs.
            if let former = try grant(request, of: chain) {
                try put(GrantStanding(former.state, former.grant?.without(tags)), for: request, of: chain)
            }
            try release(tags, by: chain, whileAdopting: false)
        case .eraAdopted(let era): return try adopt(era, by: chain)
        case .writeIntended(let tag, on: let chip): return try write(tag, on: chip, by: chain)
        case .moved(let id), .freed(let id):
            guard let tag = try tag(id), tag.claimants.contains(chain) else {
                return [.conflict(.movedWithoutGrant(id, by: chain))]
            }
            let loan = try newestLoan(of: tag)
            if let loan, loan.chain != chain { return [.past(id)] }
            if case .freed = entry, loan != nil { return [.conflict(.movedWithoutGrant(id, by: chain))] }
        case .putUp(let tag):
            let claimants = try self.tag(tag)?.claimants ?? []
            guard claimants.isEmpty || claimants.contains(chain) else {
                return [.conflict(.movedWithoutGrant(tag, by: chain))]
            }
        }
        return []
    }

    /// The chain had the tags at this point of its journal, whatever the hub has forgotten since. Another chain may have
    /// had them before or after: both claim them until both have adopted the era.
    private mutating func take(_ grant: Grant, by chain: ChainName) throws -> [HubGrantAction] {
        let former = try self.grant(grant.request, of: chain)
        guard former?.state != .closed, try self.chain(chain)?.isLost != true else {
            return [.conflict(.takenAfterEnd(request: grant.request, by: chain))]
        }
        let newest = try grant.loan.flatMap { try newestLoan(of: $0.chip)?.grant?.loan?.number } ?? 0
        try put(GrantStanding(.taken, grant), for: grant.request, of: chain)
        for id in grant.tags {
            var tag = try tag(id) ?? GrantedTag(id, batch: nil)
            let former = tag
            tag.claimants.insert(chain)
            if let loan = grant.loan, tag.state == .planned {
                tag.state = .written
                // What the hub has forgotten. Of a loan that it knows, the tag has left the chip since.
                if loan.number > newest { tag.chip = loan.chip }
            }
            if tag != former { try put(tag) }
        }
        guard let loan = grant.loan, let life = loan.life, loan.number > newest else { return [] }
        return grant.tags.prefix(1).map { .regained($0, life) }
    }

    /// The loan since which a tag's chip is known here, if it was ever lent.
    private func newestLoan(of tag: GrantedTag) throws -> Grant? { try tag.chip.flatMap(newestLoan(of:))?.grant }

    /// A tag that no chain claims any more is free again; unless a chain that was lost before it was heard may have got
    /// it after this one gave it up. What is held until the adoption itself was with this chain all the time.
    mutating func release(_ tags: [TagID], by chain: ChainName, whileAdopting: Bool) throws {
        let hub = try hub()
        let isDoubtful = hub.hasUnheardLoss && hub.awaited.contains(chain) && !whileAdopting
        for id in tags {
            guard var tag = try tag(id), tag.claimants.remove(chain) != nil else { continue }
            if isDoubtful, tag.state == .planned, tag.claimants.isEmpty, tag.renewedIn != hub.era {
                try retire(tag, in: hub.era)
            } else {
                try put(tag)
            }
        }
    }

    mutating func retire(_ tag: GrantedTag, in era: Era) throws {
        var tag = tag
        tag.state = .retired
        tag.claimants = []
        try put(tag)
        try renewRow(of: tag, in: era)
    }

    private mutating func write(_ id: TagID, on chip: ChipUID?, by chain: ChainName) throws -> [HubGrantAction] {
        guard var tag = try tag(id), tag.claimants.contains(chain), tag.state != .retired else {
            return [.conflict(.writtenWithoutGrant(id, by: chain))]
        }
        if let loan = try newestLoan(of: tag) {
            if loan.chain != chain { return [.past(id)] }
            guard chip == tag.chip else { return [.conflict(.writtenWithoutGrant(id, by: chain))] }
        }
        (tag.state, tag.chip) = (.written, chip ?? tag.chip)
        try put(tag)
        return []
    }
}
