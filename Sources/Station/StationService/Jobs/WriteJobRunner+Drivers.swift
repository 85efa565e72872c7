internal import API
internal import Chips
internal import Faults
internal import Provisioning
internal import Registry

/// What the drivers ask of their job.
extension WriteJobRunner {
    /// Applies what a session has decided, and reports it. True when the job is over.
    func apply(_ step: WriteSession.Step, by reader: ReaderName) -> Bool {
        if !step.queue.isEmpty { changes += 1 }
        for change in step.queue {
            queue.apply(change, by: reader)
            setup.visits.apply(change, by: reader)
            if case .withdrawn = change { announced[reader] = nil }
        }
        for report in step.reports {
            count(report, reader)
            log.append(event(telling: report, reader: reader))
        }
        endIfDone()
        if case .select = step.action, !isOver { announceNext(for: reader) }
        return isOver
    }

    /// Nil where the queue has taken over what the registry says since `refreshes` was read: what is known of the chip may
    /// be older than that, and is to be read again.
    func assign(
        _ uid: ChipUID, known: Tag?, former: FormerCarrier?, asOf seen: Int, on reader: ReaderName
    ) -> SignQueue.Assignment? {
        guard seen == refreshes else { return nil }
        return queue.assign(
            uid, known: known, former: former, revealed: setup.visits.revealed(by: uid), on: reader)
    }

    /// A chip of a doubtful batch that carries one of its URLs.
    func recognise(_ url: String, on reader: ReaderName) -> Tag? {
        let tag = queue.recognise(url, on: reader)
        if tag != nil { announced[reader] = nil }
        return tag
    }

    /// The journal cannot be written: nothing is lost, and the reader waits.
    func reportWaiting(_ error: RegistryError, _ reader: ReaderName) {
        log.append(
            event(
                .waiting,
                Complaint(
                    code: error.code.rawValue, message: "reader \(reader) waits: the journal cannot be written",
                    reason: error.reason, next: error.next), reader: reader))
    }

    func reportResumption(_ reader: ReaderName) { log.append(event(.goingOn, reader: reader)) }

    /// Says which sign the next chip becomes, when that has changed.
    func announceNext(for reader: ReaderName) {
        let next = queue.next(for: reader)
        let place = request.picking ? nil : reader
        guard announced[place] != .some(next?.id) else { return }
        announced[place] = .some(next?.id)
        if let next {
            log.append(event(.next, reader: place, tag: next))
        } else if request.picking {
            log.append(event(.scan))
        } else {
            log.append(event(.nothingLeft, nothingLeft(reader), reader: reader))
        }
    }

    private func nothingLeft(_ reader: ReaderName) -> Complaint {
        let exhausted = Complaint.exhausted(request.batch, queue.boundToChips)
        return Complaint(
            code: exhausted.code, message: "no sign is left for a new chip on reader \(reader)",
            reason: exhausted.reason, next: exhausted.next)
    }

    /// Reads the batch again, after a change. A batch that could not be started as it is now ends the job between two tags.
    func refresh() async throws {
        let former = refreshing
        let task = Task {
            _ = await former?.result
            try await takeBatch()
        }
        refreshing = task
        try await task.value
    }

    private func takeBatch() async throws {
        var tries = 8
        while true {
            let known = changes
            guard let batch = try await setup.reading.batch(request.batch) else {
                return fail(RegistryError.unknownBatch(request.batch))
            }
            tries -= 1
            // What was read before a tag was written would put it back. A job with many readers may write one in each try.
            guard known == changes || tries == 0 else { continue }
            queue.refresh(batch)
            refreshes += 1
            endIfDone()
            return await endIfUnfit(batch)
        }
    }

    private func endIfUnfit(_ batch: Batch) async {
        guard !isOver else { return }
        do {
            guard batch.rules == setup.batch.rules else { throw WriteJobRefusal.rulesChanged(batch.name) }
            try await setup.check(batch)
        } catch {
            fail(error)
        }
    }
}
