internal import API
internal import Registry

/// What the chips of a batch are to be.
extension Station {
    func rule(_ name: BatchName, _ request: RulesRequest, by author: Author) async throws -> BatchSummary {
        guard let batch = try await storage.batch(name) else { throw StationError.unknownBatch(name) }
        let rules = request.applied(to: batch.rules)
        if rules == batch.rules { return try await summary(of: name) }
        try await refuseInWork(name, "the rules of batch \(name) are not changed")
        if let error = StationError(badPlaceholderIn: batch.tags, rules: rules, batch: name) { throw error }
        try await storage.record(.batchRuled(BatchRuling(batch: name, rules: rules)), by: author)
        return try await summary(of: name)
    }

    func rotateKey(of name: BatchName, by author: Author) async throws -> BatchSummary {
        guard let batch = try await storage.batch(name) else { throw StationError.unknownBatch(name) }
        let failure = "batch \(name) gets no other key"
        guard batch.rules.protection == .password else {
            throw StationError(
                409, "no-password", failure, why: "its tags are not protected by a password",
                next: "see: waymark batch show \(name)")
        }
        guard let key = keys.current else {
            throw StationError(
                409, "no-key", failure, why: "this station has no key to make passwords from",
                next: "make a key (waymark key create FILE) and give it to the daemon: waymarkd --tag-key FILE")
        }
        try await refuseInWork(name, failure)
        try await storage.record(.keyRotated(KeyRotation(batch: name, key: key)), by: author)
        return try await summary(of: name)
    }

    /// A job that runs keeps to the rules that it began with.
    private func refuseInWork(_ name: BatchName, _ failure: String) async throws {
        guard await jobs.isInWork(name) else { return }
        throw StationError(
            409, "batch-in-work", failure, why: "it is being written", next: "end that first, or wait until it is done")
    }
}
