internal import API
internal import AppClips
internal import CSV
internal import Faults
internal import Provisioning
internal import Registry

extension Station {
    /// Gives a batch's tags another plan. Without a template the batch keeps the one it has.
    func reviseBatch(
        _ name: BatchName, template: String?, _ bytes: [UInt8], file: String, isDryRun: Bool = false,
        by author: Author
    ) async throws -> BatchRevised {
        guard let old = try await history.batch(name) else { throw RegistryError.unknownBatch(name) }
        let stores = try await storage.stores()
        let capacity = try await capacity(of: old.deployment)
        let imported = try BatchFile.read(
            bytes, file: file, name: name, template: try (template ?? old.template).map { try URLTemplate($0) },
            stores: Set(stores.map(\.id)), deployment: old.deployment, regions: StoreFile.regions(stores),
            doubt: { capacity.doubt(about: $0) })
        try imported.batch.checkPlaceholders(for: old.rules)
        let revision = BatchRevision(imported.batch, of: old)
        if !isDryRun {
            var holders: [Tag] = []
            for tag in revision.added {
                if let holder = try await history.tag(tag.id), holder.batch != name { holders.append(holder) }
            }
            try revision.check(stores: Set(stores.map(\.id)), holders: holders)
            try await carryOut(revision.events, of: name, by: author)
            try await jobs.refresh(name)
        }
        return BatchRevised(
            try await check(name), warnings: imported.warnings.map(\.description), changes: revision.changes,
            isDryRun: isDryRun)
    }

    /// The bench writes between two of them. When not all are taken, the same file is given again: what is done is not done
    /// twice.
    func carryOut(_ events: [JournalEvent], of batch: BatchName, by author: Author) async throws {
        for (done, event) in events.enumerated() {
            do {
                try await storage.record(event, by: author)
            } catch let error as RegistryError where done > 0 {
                throw RegistryError(
                    error.code, "batch \(batch) is changed in part: \(done) of \(events.count) pieces are in",
                    why: "\(error.message): \(error.reason)",
                    next: "mend that, then give the same file again: what is in stays as it is")
            }
        }
    }

    /// Stops the writing of a batch between two tags, until it is resumed.
    func pause(_ name: BatchName, reason: String?, by author: Author) async throws -> BatchSummary {
        try await storage.record(.batchPaused(BatchPause(batch: name, reason: reason)), by: author)
        await jobs.pause(name, by: author)
        return try await summary(of: name)
    }

    /// Lets a batch that was paused go on.
    func resume(_ name: BatchName, reason: String?, by author: Author) async throws -> BatchSummary {
        try await storage.record(.batchResumed(BatchPause(batch: name, reason: reason)), by: author)
        return try await summary(of: name)
    }

    /// Which tags of a batch are not as they should be any more, since they were written or printed.
    func check(_ name: BatchName) async throws -> BatchCheckAnswer {
        guard let batch = try await history.batch(name) else { throw RegistryError.unknownBatch(name) }
        let deployed = batch.tags.filter { $0.state.isDone || $0.state == .outdated }
        let reasons = BatchCheck.outdated(
            deployed, stores: try await queries.stores(), experiences: try await queries.experiences(),
            templates: try await queries.templates())
        return BatchCheckAnswer(
            batch: try await summary(of: name),
            tags: reasons.map { tag, reason in
                BatchCheckAnswer.Item(
                    tag: tag.id, store: tag.store, placement: tag.placement, medium: tag.medium, uid: tag.uid,
                    code: reason.code.rawValue, why: reason.why, next: reason.next)
            })
    }

    /// A page of the batches, in the order in which they were made.
    func batches(_ call: OperationCall, text: String?) async throws -> BatchList {
        let wanted = text?.lowercased() ?? ""
        let all = try await queries.batches().filter { wanted.isEmpty || $0.name.text.lowercased().contains(wanted) }
        let (page, next) = try await Paging.page(call, \BatchSummary.name.text) { page in
            guard let after = page.after else { return Array(all.prefix(page.limit)) }
            guard let last = all.firstIndex(where: { $0.name.text == after }) else { throw Paging.badCursor(after) }
            return Array(all.dropFirst(last + 1).prefix(page.limit))
        }
        return BatchList(page, next: next)
    }

    func summary(of name: BatchName) async throws -> BatchSummary {
        guard let summary = try await queries.batch(summary: name) else {
            throw RegistryError.unknownBatch(name)
        }
        return summary
    }
}
