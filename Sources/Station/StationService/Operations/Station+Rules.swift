internal import API
internal import Registry

/// What the chips of a batch are to be.
extension Station {
    func rule(
        _ name: BatchName, _ request: RulesRequest, expecting seen: EditBasis? = nil, by author: Author
    ) async throws -> BatchSummary {
        let plans = try await history.planDigest(of: name)
        guard let batch = try await history.batch(name) else { throw RegistryError.unknownBatch(name) }
        let rules = request.applied(to: batch.rules)
        if rules == batch.rules { return try await summary(of: name) }
        try await refuseInWork(name, "the rules of batch \(name) are not changed")
        try batch.checkPlaceholders(for: rules)
        // What the request leaves out is to stay, and another mirror has to have its place in every URL.
        let isPlaced = rules.mirror == nil || rules.mirror == batch.rules.mirror
        let basis = isPlaced ? EditBasis.head(batch) : EditBasis.plan(batch, plans)
        try await storage.record(
            .batchRuled(BatchPolicy(batch: name, rules: rules)), expecting: seen ?? basis, by: author)
        try await jobs.refresh(name)
        return try await summary(of: name)
    }

    func rotateKey(
        of name: BatchName, expecting seen: EditBasis? = nil, by author: Author
    ) async throws -> BatchSummary {
        guard let batch = try await history.batch(name) else { throw RegistryError.unknownBatch(name) }
        let rotation = try batch.rotation(to: keys.current)
        try await refuseInWork(name, "batch \(name) gets no other key")
        try await storage.record(.keyRotated(rotation), expecting: seen ?? EditBasis.head(batch), by: author)
        try await jobs.refresh(name)
        return try await summary(of: name)
    }

    /// A job that runs keeps to the tags and rules that it began with. One that starts before the change is recorded is
    /// notified of it afterwards.
    func refuseInWork(_ name: BatchName, _ failure: String) async throws {
        if await jobs.isInWork(name) { throw BatchRefusal.inWork(failure) }
    }
}
