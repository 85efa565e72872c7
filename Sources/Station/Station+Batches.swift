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
        guard let batch = try await catalogue.batch(name) else { throw StationError.unknownBatch(name) }
        let deployed = batch.tags.filter { $0.state.isDone || $0.state == .outdated }
        let reasons = BatchCheck.outdated(deployed, experiences: try await catalogue.experiences())
        return BatchCheckAnswer(
            batch: try await summary(of: name),
            tags: reasons.map { tag, reason in
                BatchCheckAnswer.Item(
                    tag: tag.id, store: tag.store, placement: tag.placement, medium: tag.medium, uid: tag.uid,
                    code: reason.code.rawValue, why: reason.why, next: reason.next)
            })
    }

    /// A page of the batches, in the order in which they were made.
    func batches(_ call: Call, text: String?) async throws -> BatchList {
        let wanted = text?.lowercased() ?? ""
        let all = try await catalogue.batches().filter { wanted.isEmpty || $0.name.text.lowercased().contains(wanted) }
        let (page, next) = try await Paging.page(call, \BatchSummary.name.text) { page in
            let start = page.after.map { after in all.firstIndex { $0.name.text == after }.map { $0 + 1 } ?? all.count }
            return Array(all.dropFirst(start ?? 0).prefix(page.limit))
        }
        return BatchList(page, next: next)
    }

    func summary(of name: BatchName) async throws -> BatchSummary {
        guard let summary = try await catalogue.batch(summary: name) else {
            throw StationError.unknownBatch(name)
        }
        return summary
    }
}
