internal import Chips
internal import Registry

extension GrantTables {
    /// Does what an event asks for. Inside one transaction of the storage.
    package mutating func handle(_ event: HubGrantEvent) throws -> [HubGrantAction] {
        switch event {
        case .enrolled(let chain):
            if try self.chain(chain) == nil { try put(ChainStanding(adopted: hub().era), as: chain) }
            return []
        case .asked(let request): return [try answer(request)]
        case .entry(let entry, let chain): return try apply(entry, of: chain)
        case .replaced(let tag):
            try free(tag)
            return []
        case .lost(let chain): return try declareLost(chain)
        case .left(let chain): return try leave(chain)
        case .forgot(let era, let enrolled): return try begin(era, enrolled)
        case .renewal:
            try renewUnclaimedPlans(in: hub().era)
            return []
        }
    }

    /// The same request again has the same answer. Only a free tag is given, so a right never has two chains.
    private mutating func answer(_ request: GrantRequest) throws -> HubGrantAction {
        guard let chain = try chain(request.chain), !chain.isLost else { return .refuse(request, .chainNotOpen) }
        if let former = try grant(request.number, of: request.chain) {
            guard former.state != .closed, let grant = former.grant else { return .refuse(request, .requestClosed) }
            return .give(grant, isNew: false)
        }
        let hub = try hub()
        guard request.era == hub.era else { return .refuse(request, .otherEra(hub.era)) }
        guard chain.adopted == hub.era else { return .refuse(request, .notAdopted) }
        guard hub.isProven else { return .refuse(request, .unsettled) }
        if let chip = request.chip { return try lend(chip, to: request, in: hub) }
        let free = try freeTags(of: request.batch, in: hub, count: request.count)
        guard !free.isEmpty else { return .refuse(request, hub.isSettled ? .nothingFree : .unsettled) }
        for var tag in free {
            tag.claimants.insert(request.chain)
            try put(tag)
        }
        let grant = Grant(
            chain: request.chain, request: request.number, era: hub.era, batch: request.batch, tags: free.map(\.id))
        try put(GrantStanding(.given, grant), for: request.number, of: request.chain)
        return .give(grant, isNew: true)
    }

    /// The tag is on a chip already, and comes onto no other by this. So a station that is lost, or was not heard since a
    /// restoration, may have it too and no identifier is on two chips; but two that write one chip know nothing of
    /// each other, so the hub waits as it does with planned tags.
    private mutating func lend(
        _ chip: ChipUID, to request: GrantRequest, in hub: HubStanding
    ) throws -> HubGrantAction {
        guard var tag = try tag(onChip: chip), let batch = tag.batch, tag.state == .written else {
            return .refuse(request, hub.isSettled ? .unknownChip : .unsettled)
        }
        if let holder = tag.claimants.min() { return .refuse(request, .chipHeld(by: holder)) }
        guard !hub.mayHaveForgotten(tag) else { return .refuse(request, .unsettled) }
        tag.claimants = [request.chain]
        try put(tag)
        let number = (try newestLoan(of: chip)?.grant?.loan?.number ?? 0) + 1
        let grant = Grant(
            chain: request.chain, request: request.number, era: hub.era, batch: batch, tags: [tag.id],
            loan: Grant.Loan(of: chip, number: number))
        try put(GrantStanding(.given, grant), for: request.number, of: request.chain)
        return .give(grant, isNew: true)
    }
}
