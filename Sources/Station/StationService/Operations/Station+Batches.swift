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
        expecting seen: EditBasis? = nil, by author: Author
    ) async throws -> BatchRevised {
        let plans = try await history.planDigest(of: name)
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
            // The template that the request leaves out is to stay, the rules for which its URLs were checked, and the
            // rows of the file that are left out because they have that plan already.
            let isPartial = revision.plan.tags.count < imported.batch.tags.count
            let basis = isPartial ? EditBasis.plan(old, plans) : EditBasis.head(old)
            try await carryOut(
                revision.events, of: revision.head, over: old.tags, expecting: seen ?? basis, by: author)
            try await jobs.refresh(name)
        }
        return BatchRevised(
            try await check(name), warnings: imported.warnings.map(\.description), changes: revision.changes,
            isDryRun: isDryRun)
    }

    /// The bench writes between two of them. When not all are taken, the same file is given again: what is done is not
    /// done twice. `basis`: what the first of them rests on; each other one rests on the plans that the one before has
    /// left. `head`: the batch without its tags behind the first; `tags`: those that it has before.
    func carryOut(
        _ events: [JournalEvent], of head: Batch, over tags: [Tag], expecting basis: EditBasis?, by author: Author
    ) async throws {
        var basis = basis
        for (done, event) in events.enumerated() {
            do {
                let entry = try await record(event, behind: events[..<done], over: tags, expecting: basis, by: author)
                basis = .plan(head, entry.plans(of: head.name))
            } catch let error as RegistryError where done > 0 {
                throw error.inPart("batch \(head.name) is changed in part: \(done) of \(events.count) pieces are in")
            }
        }
    }

    /// Installers note tags meanwhile, which changes the plans and hinders nothing behind the first piece.
    private func record(
        _ event: JournalEvent, behind pieces: ArraySlice<JournalEvent>, over tags: [Tag], expecting basis: EditBasis?,
        by author: Author
    ) async throws -> JournalEntry {
        var basis = basis
        for _ in 1..<Redeciding.limit {
            do {
                return try await storage.record(event, expecting: basis, by: author)
            } catch let error as RegistryError where error.code == .changedMeanwhile && !pieces.isEmpty {
                guard case .plan(let head, let former)? = basis,
                    let plans = try await plans(of: head.name, behind: pieces, over: tags), plans != former
                else { throw error }
                basis = .plan(head, plans)
            }
        }
        return try await storage.record(event, expecting: basis, by: author)
    }

    /// The digest of the plans that a batch has, where they are those that the pieces have left; nil where they are others.
    private func plans(
        of batch: BatchName, behind pieces: ArraySlice<JournalEvent>, over tags: [Tag]
    ) async throws -> DocumentDigest? {
        let digest = try await history.planDigest(of: batch)
        var left = Dictionary(tags.map { ($0.id, $0) }) { $1 }
        for case .batchRevised(let piece) in pieces { for tag in piece.tags { left[tag.id] = tag } }
        let present = try await history.batch(batch)?.tags ?? []
        guard present.count == left.count, present.allSatisfy({ left[$0.id]?.isPlanned(as: $0) ?? false }) else {
            return nil
        }
        return digest
    }

    /// Stops the writing of a batch between two tags, until it is resumed.
    func pause(
        _ name: BatchName, reason: String?, expecting seen: EditBasis? = nil, by author: Author
    ) async throws -> BatchSummary {
        try await storage.record(
            .batchPaused(BatchPause(batch: name, reason: reason)), expecting: seen, by: author)
        await jobs.pause(name, by: author)
        return try await summary(of: name)
    }

    /// Lets a batch that was paused go on.
    func resume(
        _ name: BatchName, reason: String?, expecting seen: EditBasis? = nil, by author: Author
    ) async throws -> BatchSummary {
        try await storage.record(
            .batchResumed(BatchPause(batch: name, reason: reason)), expecting: seen, by: author)
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
