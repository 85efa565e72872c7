internal import API
internal import AppClips
internal import CSV
internal import Registry

extension Station {
    /// Gives a batch's tags another plan. Without a template the batch keeps the one it has.
    func reviseBatch(
        _ name: BatchName, template: String?, _ bytes: [UInt8], file: String, by author: Author
    ) async throws -> BatchRevised {
        guard let old = try await storage.batch(name) else { throw StationError.unknownBatch(name) }
        let stores = try await storage.stores()
        let imported = try BatchFile.read(
            bytes, file: file, name: name, template: try (template ?? old.template).map { try URLTemplate($0) },
            stores: Set(stores.map(\.id)), regions: StoreFile.regions(stores))
        try await storage.record(.batchRevised(imported.batch), by: author)
        try await jobs.refresh(name)
        return BatchRevised(try await check(name), warnings: imported.warnings.map(\.description))
    }

    /// Stops the writing of a batch between two tags, until it is resumed; or lets it go on.
    func rest(_ name: BatchName, pause: Bool, reason: String?, by author: Author) async throws -> BatchSummary {
        let rest = BatchPause(batch: name, reason: reason)
        try await storage.record(pause ? .batchPaused(rest) : .batchResumed(rest), by: author)
        if pause { await jobs.pause(name) }
        return try await summary(of: name)
    }

    /// Which tags of a batch are not as they should be any more, since they were written or printed.
    func check(_ name: BatchName) async throws -> BatchCheckAnswer {
        guard let batch = try await storage.batch(name) else { throw StationError.unknownBatch(name) }
        let deployed = batch.tags.filter { $0.state.isDone || $0.state == .outdated }
        let reasons = BatchCheck.outdated(deployed, experiences: try await storage.experiences())
        return BatchCheckAnswer(
            batch: try await summary(of: name),
            tags: reasons.map { tag, reason in
                BatchCheckAnswer.Item(
                    tag: tag.id, store: tag.store, placement: tag.placement, medium: tag.medium, uid: tag.uid,
                    code: reason.code.rawValue, why: reason.why, next: reason.next)
            })
    }

    func summary(of name: BatchName) async throws -> BatchSummary {
        guard let summary = try await storage.batches().first(where: { $0.name == name }) else {
            throw StationError.unknownBatch(name)
        }
        return summary
    }
}
