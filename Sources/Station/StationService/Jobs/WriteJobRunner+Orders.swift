internal import API
internal import Faults
internal import Provisioning
internal import Registry

/// The operator's orders while the job runs. Refusals are events like those of chips: every listener sees them.
extension WriteJobRunner {
    func carryOut(_ order: WriteOrder, by author: Author) async throws {
        // It may have ended since the client looked.
        if isOver {
            throw StationError(
                .jobEnded, "job \(id) does not take orders any more", why: "it has ended",
                next: "write the batch again: waymark write \(request.batch)")
        }
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
        guard request.picking else {
            throw StationError(
                .notPicking, "the code is not used", why: "this job takes the signs in the order of the file",
                next: "to choose signs by their codes: waymark write \(request.batch) --pick")
        }
        let sign = try await sign(of: code ?? "")
        if let former = queue.pick(sign.id) { log.append(event(.skipped, tag: former)) }
        announceNext()
    }

    private func skip(_ code: String?) async throws {
        let sign: Tag
        if let code {
            sign = try await self.sign(of: code)
        } else {
            let shown = snapshot.readers.compactMap { queue.next(for: $0) }
            guard let only = shown.first, shown.allSatisfy({ $0.id == only.id }) else {
                throw StationError(
                    .whichSign, "nothing is skipped",
                    why: shown.isEmpty ? "no sign is shown" : "\(shown.count) readers show a sign each",
                    next: "name the sign by its tag: skip TAG")
            }
            sign = only
        }
        guard queue.skip(sign.id) else {
            throw StationError(
                .begun, "tag \(sign.id) is not skipped", why: "its write has begun, or it is done",
                next: "for a spoiled chip: redo \(sign.id)")
        }
        log.append(event(.skipped, tag: sign))
        announceNext()
    }

    private func redo(_ code: String?, by author: Author) async throws {
        let id: TagID
        if let code {
            id = try await sign(of: code).id
        } else if let last = lastWritten?.tag {
            id = last
        } else {
            throw StationError(
                .nothingWritten, "nothing is written again", why: "this job has written no tag yet",
                next: "name the sign by its tag: redo TAG")
        }
        guard let tag = try await setup.storage.tag(id) else { return }
        try await setup.storage.record(
            .tagReplaced(TagRelease(tag: id, uid: tag.uid, reason: "spoiled at the bench")), by: author)
        try await refresh()
        log.append(event(.redone, tag: tag, uid: tag.uid))
        if request.picking {
            _ = queue.pick(id)
        } else if let reader = lastWritten?.reader ?? snapshot.readers.first {
            queue.show(id, at: reader)
        }
        announceNext()
    }

    private func announceNext() {
        for reader in snapshot.readers { announceNext(for: reader) }
    }

    private func sign(of code: String) async throws -> Tag {
        let finder = SignFinder(storage: setup.storage, batch: request.batch)
        return try await finder.sign(of: code)
    }
}
