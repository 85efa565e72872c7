internal import Registry

/// What the hub knows again after it has forgotten something, and what it gives up for lost.
extension GrantTables {
    /// Nothing is given until every chain has adopted the era, for the tables may be older than what chains have taken.
    mutating func begin(_ era: Era, _ enrolled: Set<ChainName>) throws -> [HubGrantAction] {
        for chain in enrolled where try self.chain(chain) == nil { try put(ChainStanding(), as: chain) }
        var hub = try hub()
        hub.era = era
        // Chains that were unheard before still are, and a loss among them stays one.
        if hub.isSettled { hub.hasUnheardLoss = false }
        hub.awaited = try livingChains()
        try put(hub)
        return hub.isSettled ? [.settled(era)] : []
    }

    /// The entry is behind all that the chain has taken. What it has asked for before and has not taken is void; what was
    /// given to a request that it journalled later is not.
    mutating func adopt(_ era: Era, by chain: ChainName) throws -> [HubGrantAction] {
        guard var standing = try self.chain(chain), !standing.isLost else { return [] }
        standing.adopted = era
        try put(standing, as: chain)
        for grant in try grants(of: chain, in: .given) where grant.request <= standing.newestRequest {
            try put(GrantStanding(.closed, grant), for: grant.request, of: chain)
            try release(grant.tags, by: chain, whileAdopting: true)
        }
        var hub = try hub()
        guard era == hub.era, hub.awaited.remove(chain) != nil else { return [] }
        let contradictions = try heldTwice(by: chain, in: hub)
        return contradictions + (try settleIfHeard(&hub))
    }

    /// Its planned tags are never free again: their rows get fresh identifiers. If it was not heard in this era, it may
    /// have any tag that was free.
    mutating func declareLost(_ chain: ChainName) throws -> [HubGrantAction] {
        guard var standing = try self.chain(chain), !standing.isLost else { return [] }
        standing.isLost = true
        var hub = try hub()
        let isUnheard = hub.awaited.remove(chain) != nil
        // For good: what it may have is not known.
        if isUnheard { standing.adopted = nil }
        try put(standing, as: chain)
        if isUnheard { hub.hasUnheardLoss = true }
        try put(hub)
        for var tag in try tags(claimedBy: chain) {
            tag.claimants.remove(chain)
            // Another chain claims it, and it is not known yet which of them has it: decided when that one is heard.
            let isUndecided = isUnheard && !tag.claimants.isEmpty
            if tag.state == .planned, !isUndecided { try retire(tag, in: hub.era) } else { try put(tag) }
        }
        guard isUnheard else { return [] }
        try renewUnclaimedPlans(in: hub.era)
        return try settleIfHeard(&hub)
    }

    /// What it had taken is over. An answer that is on its way may have reached it.
    mutating func leave(_ chain: ChainName) throws -> [HubGrantAction] {
        for grant in try grants(of: chain, in: .taken) {
            try put(GrantStanding(.closed, grant), for: grant.request, of: chain)
            try release(grant.tags, by: chain, whileAdopting: false)
        }
        return try declareLost(chain)
    }

    /// A fresh identifier was never given to any chain, so it needs no waiting.
    mutating func renewUnclaimedPlans(in era: Era) throws {
        var plans: [GrantedTag] = []
        try forEachUnclaimedPlan(notRenewedIn: era) { plans.append($0) }
        for tag in plans { try retire(tag, in: era) }
    }

    private mutating func settleIfHeard(_ hub: inout HubStanding) throws -> [HubGrantAction] {
        if hub.isSettled { hub.hasUnheardLoss = false }
        try put(hub)
        return hub.isSettled ? [.settled(hub.era)] : []
    }

    /// Cannot be unless a journal was forged or copied: then a finding names the tag.
    private func heldTwice(by chain: ChainName, in hub: HubStanding) throws -> [HubGrantAction] {
        try tags(claimedBy: chain).filter { $0.claimants.subtracting(hub.awaited).count > 1 }
            .map { .conflict(.heldTwice($0.id)) }
    }
}
