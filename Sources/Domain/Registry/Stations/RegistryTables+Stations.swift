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

    mutating func move(_ move: GrantMove) throws {
        switch move {
        case .taken(let grant, let documents): try take(grant, documents)
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

    private mutating func take(_ grant: Grant, _ documents: HubDocuments) throws {
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
        let known = try plan.tags.filter { try tag($0.id) == nil }
        try add(known, to: plan, failure)
    }

    private mutating func release(_ end: GrantEnd) throws {
        for id in end.tags {
            guard let tag = try tag(id), tag.batch == end.batch, try isUntouched(tag) else {
                throw RegistryError(
                    .contradiction, "tag \(id) is not given back",
                    why: "a chip or a label has its identifier, or may have it",
                    next: "give back tags that are only planned")
            }
            try remove(id)
        }
    }

    /// Whether no chip and no label ever had a tag's identifier here.
    private func isUntouched(_ tag: Tag) throws -> Bool {
        try tag.life.state == .planned && tag.life.prints == 0 && !wasBegun(tag.id)
    }
}

extension Batch {
    /// This batch of a station as the hub has it now. Pausing is the station's.
    fileprivate func following(_ hub: Batch) -> Batch {
        changed { ($0.template, $0.deployment) = (hub.template, hub.deployment) }
    }
}
