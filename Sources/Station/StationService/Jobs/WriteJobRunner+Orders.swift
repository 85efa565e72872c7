internal import API
internal import Faults
internal import Provisioning
internal import Registry

/// The operator's orders while the job runs. Refusals are events like those of chips: every listener sees them.
extension WriteJobRunner {
    func carryOut(_ order: WriteOrder, by author: Author) async throws {
        // It may have ended since the client looked.
        if isOver { throw WriteJobRefusal.ended(id, of: request.batch) }
        do {
            switch order.kind {
            case .pick: try await pick(order.code)
            case .skip: try await skip(order.code)
            case .redo: try await redo(order.code, by: author)
            }
        } catch {
            guard let refusal = StationError(error), refusal.status < 500 else { throw error }
            log.append(event(.refused, refusal.complaint))
        }
    }

    private func pick(_ code: String?) async throws {
        try queue.checkPicking()
        let sign = try await sign(of: code ?? "")
        if let former = queue.pick(sign.id) { log.append(event(.skipped, tag: former)) }
        announceNext()
    }

    private func skip(_ code: String?) async throws {
        let sign = if let code { try await sign(of: code) } else { try queue.signShown(at: snapshot.readers) }
        try queue.skip(sign.id)
        log.append(event(.skipped, tag: sign))
        announceNext()
    }

    private func redo(_ code: String?, by author: Author) async throws {
        let id = if let code { try await sign(of: code).id } else { try queue.tagToRedo() }
        guard let tag = try await setup.storage.tag(id) else { return }
        try await setup.storage.record(
            .tagReplaced(TagRelease(tag: id, uid: tag.uid, reason: "spoiled at the bench")), by: author)
        try await refresh()
        log.append(event(.redone, tag: tag, uid: tag.uid))
        queue.redo(id, readers: snapshot.readers)
        announceNext()
    }

    private func announceNext() {
        for reader in snapshot.readers { announceNext(for: reader) }
    }

    private func sign(of code: String) async throws -> Tag {
        let finder = SignFinder(storage: setup.reading, batch: request.batch)
        return try await finder.sign(of: code)
    }
}
