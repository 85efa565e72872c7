internal import Chips
internal import Faults

/// What a hub's plans and grants do to a station's tables: its batches have the tags that it holds or has written.
extension RegistryTables {
    func checkJoining(_ membership: HubMembership) throws {
        guard membership.former == nil, let batch = try batchNames().first else { return }
        throw RegistryError(
            .contradiction, "the station does not join \(membership.hub)",
            why: "it has batches of its own (\(batch)), which the hub does not know",
            next: "delete its batches, or join with a new registry")
    }

    mutating func leave(_ departure: HubDeparture) throws { for end in departure.released { try release(end) } }

    mutating func move(_ move: GrantMove, at time: Timestamp) throws {
        switch move {
        case .taken(let grant, let documents): try take(grant, documents, at: time)
        case .returned(let end), .closed(let end): try release(end)
        case .asked, .declined, .eraAdopted: break
        }
    }

    /// Puts what the hub says in the place of what was known, and revises tags that the station has.
    mutating func receive(_ documents: HubDocuments, at time: Timestamp) throws {
        try putLists(of: documents)
        for batch in documents.batches {
            guard let own = try head(batch.name) else { continue }
            try put(own.following(batch))
            if own.rules != batch.rules { try rule(BatchPolicy(batch: batch.name, rules: batch.rules)) }
            for plan in batch.tags {
                guard let former = try tag(plan.id), former.batch == batch.name else { continue }
                if let label = former.givenUp(byRevision: plan, at: time) { try add(label) }
                try put(former.revised(by: plan, batch.rules))
            }
        }
    }

    private mutating func putLists(of documents: HubDocuments) throws {
        for store in documents.stores { try put(store) }
        for experience in documents.experiences { try put(experience) }
        for profile in documents.deployments { try put(profile) }
    }

    private mutating func take(_ grant: Grant, _ documents: HubDocuments, at time: Timestamp) throws {
        let failure = "the tags of request \(grant.request) are not taken"
        guard let plan = documents.batches.first(where: { $0.name == grant.batch }),
            plan.tags.map(\.id) == grant.tags
        else {
            throw RegistryError(
                .contradiction, failure, why: "the hub's plans are not those of the tags that it grants",
                next: "bring hub and station to the same version")
        }
        try putLists(of: documents)
        if let own = try head(plan.name) { try put(own.following(plan)) } else { try putHead(of: plan) }
        let known = try plan.tags.compactMap { try tag($0.id) }
        let ids = Set(known.map(\.id))
        try add(plan.tags.filter { !ids.contains($0.id) }, to: plan, failure)
        if let loan = grant.loan {
            try borrow(plan.tags, loan, failure)
        } else {
            for tag in plan.tags where ids.contains(tag.id) { try put(replaced: tag, at: time) }
        }
    }

    /// What is granted without a chip is on nothing: where this station had it on a chip, it was replaced at the hub since.
    private mutating func put(replaced plan: Tag, at time: Timestamp) throws {
        guard let own = try tag(plan.id), own.batch == plan.batch, plan.life.state == .planned else { return }
        if let former = own.life.chipGivenUp(.replaced, of: own.id, at: time) { try add(former) }
        try put(plan)
    }

    /// The tag is here what it is at the hub, whatever this station has done to it before: others may have written it since.
    private mutating func borrow(_ tags: [Tag], _ loan: Grant.Loan, _ failure: String) throws {
        guard let lent = tags.first, tags.count == 1, lent.life.uid == loan.chip, lent.life == loan.life,
            try tag(lent.id)?.batch == lent.batch
        else {
            throw RegistryError(
                .contradiction, failure, why: "the hub's plan is not that of the tag on chip \(loan.chip)",
                next: "bring hub and station to the same version")
        }
        if let other = try tag(onChip: loan.chip), other.id != lent.id {
            throw RegistryError(
                .contradiction, failure,
                why: "the hub has tag \(lent.id) on chip \(loan.chip), and this station has tag \(other.id) on it",
                next: "find out which of them the chip carries: waymark read; the other one is replaced: "
                    + "waymark tag replace")
        }
        try put(lent)
    }

    private mutating func release(_ end: GrantEnd) throws {
        if let chip = end.chip {
            for id in end.tags { try checkCarrier(id, chip) }
            return
        }
        for id in end.tags {
            guard let tag = try tag(id), tag.batch == end.batch, tag.life.state == .planned, tag.life.prints == 0 else {
                throw RegistryError(
                    .contradiction, "tag \(id) is not given back",
                    why: "a chip or a label has its identifier, or may have it",
                    next: "give back tags that are only planned")
            }
            try remove(id)
        }
    }

    private func checkCarrier(_ id: TagID, _ chip: ChipUID) throws {
        guard let tag = try tag(id), tag.life.uid == chip, tag.life.state != .retired else {
            throw RegistryError(
                .contradiction, "tag \(id) is not given back", why: "it is not on chip \(chip), or is retired",
                next: "see: waymark tag show \(id)")
        }
    }
}

extension Batch {
    /// This batch of a station as the hub has it now. Pausing is the station's.
    fileprivate func following(_ hub: Batch) -> Batch {
        changed { ($0.template, $0.deployment) = (hub.template, hub.deployment) }
    }
}
