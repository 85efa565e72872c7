internal import API
internal import Provisioning
internal import Registry

/// A write job: one batch, one queue, and a lane for each reader.
actor WriteJobRunner {
    nonisolated let id: Int
    nonisolated let request: WriteJobRequest
    nonisolated let log: JobLog
    let setup: WriteJobSetup

    var queue: SignQueue
    /// The sign that was told last, for each reader; for all of them together (nil) while signs are picked.
    private var announced: [ReaderName?: TagID?] = [:]
    private(set) var lastWritten: (tag: TagID, reader: ReaderName)?
    private(set) var state = WriteJob.State.running

    private let arrivals: AsyncStream<LaneReader>
    private let arrival: AsyncStream<LaneReader>.Continuation
    private var readers: Set<ReaderName> = []
    private var isPaused = false
    /// When the chip on each reader was put there.
    var presented: [ReaderName: ContinuousClock.Instant] = [:]
    private var isEnding = false
    private var failure: (any Error)?

    /// `readers`: those that are taken for it; it gives them back.
    init(_ setup: WriteJobSetup, readers: [LaneReader]) {
        self.setup = setup
        log = JobLog(tell: setup.tell)
        id = setup.id
        request = setup.request
        queue = SignQueue(setup.batch, picking: setup.request.picking)
        (arrivals, arrival) = AsyncStream.makeStream(of: LaneReader.self)
        self.readers = Set(readers.map(\.name))
        for reader in readers { arrival.yield(reader) }
    }

    var snapshot: WriteJob {
        WriteJob(
            id: id, batch: request.batch, readers: readers.sorted(), picking: request.picking, state: state,
            done: queue.done, total: queue.total)
    }

    // MARK: From the beginning to the end

    /// Runs until every tag is done, the batch is paused or the task is cancelled: then between two tags, never within
    /// one. Readers are given back before the last event, so that whoever waits for that event may use them at once.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            if isOver { return }
            if request.readers.isEmpty { group.addTask { await self.lookOutForReaders() } }
            for await reader in arrivals { group.addTask { await self.runLane(reader) } }
            // Wakes those that wait for a reader or for an empty field; who is within a tag ends it first.
            group.cancelAll()
        }
        let isCancelled = Task.isCancelled
        isEnding = true
        for reader in readers { setup.giveBack(reader) }
        readers = []
        let last: WriteEvent
        (state, last) = outcome(isCancelled: isCancelled)
        log.append(last)
    }

    private func outcome(isCancelled: Bool) -> (WriteJob.State, WriteEvent) {
        if queue.isDone { return (.finished, event(.finished)) }
        if isPaused { return (.paused, event(.paused)) }
        guard let failure, !isCancelled else { return (.cancelled, event(.cancelled)) }
        let complaint =
            StationError(failure)?.complaint
            ?? Complaint(
                code: "failed", message: "the write job failed", why: "\(failure)",
                next: "see the daemon's log; what was written is in the journal")
        return (.failed, event(.failed, complaint))
    }

    /// Lets a reader that was taken for this job write, too. False when the job is ending: it is the caller's again.
    func join(_ reader: LaneReader) -> Bool {
        if isOver { return false }
        readers.insert(reader.name)
        log.append(event(.joined, reader: reader.name))
        arrival.yield(reader)
        return true
    }

    private func runLane(_ reader: LaneReader) async {
        do {
            try await WriteLane(reader, in: self, setup).run()
        } catch {
            failure = error
            // A reader that was removed for good ends its lane only, as long as others may go on.
            if (error as? StationError)?.complaint.code != "reader-removed" { end() }
        }
        queue.withdraw(reader.name)
        announced[reader.name] = nil
        if readers.remove(reader.name) != nil { setup.giveBack(reader.name) }
        if readers.isEmpty, !request.readers.isEmpty { end() }
    }

    private func lookOutForReaders() async {
        while !Task.isCancelled, !isOver {
            try? await Task.sleep(for: setup.plugInterval)
            for reader in setup.newReaders() where !join(reader) { setup.giveBack(reader.name) }
        }
    }

    /// Whether nothing more is begun.
    var isOver: Bool { queue.isDone || isPaused || isEnding }

    private func end() {
        isEnding = true
        arrival.finish()
    }

    private func endIfDone() {
        if isOver { arrival.finish() }
    }

    func pause() {
        isPaused = true
        arrival.finish()
    }

    // MARK: What the lanes ask

    /// Takes in what a session has decided, and tells it. True when the job is over.
    func apply(_ step: WriteSession.Step, by reader: ReaderName) -> Bool {
        for change in step.queue {
            queue.apply(change, by: reader)
            if case .withdrawn = change { announced[reader] = nil }
        }
        for report in step.reports {
            if case .written(let tag, _, _) = report { lastWritten = (tag.id, reader) }
            count(report, reader)
            log.append(event(telling: report, reader: reader))
        }
        endIfDone()
        if case .select = step.action, !isOver { announceNext(for: reader) }
        return isOver
    }

    func assign(_ uid: ChipUID, known: Tag?, on reader: ReaderName) -> SignQueue.Assignment {
        queue.assign(uid, known: known, on: reader)
    }

    /// A chip of a doubtful batch that carries one of its URLs.
    func recognise(_ url: String, on reader: ReaderName) -> Tag? {
        let tag = queue.recognise(url, on: reader)
        if tag != nil { announced[reader] = nil }
        return tag
    }

    /// The journal cannot be written: nothing is lost, and nothing goes on.
    func tellWaiting(_ error: RegistryError, _ reader: ReaderName) {
        log.append(
            event(
                .waiting,
                Complaint(
                    code: error.code.rawValue, message: "reader \(reader) waits: the journal cannot be written",
                    why: error.reason, next: error.next), reader: reader))
    }

    func tellGoingOn(_ reader: ReaderName) { log.append(event(.goingOn, reader: reader)) }

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
        let exhausted = WriteReport.Complaint.exhausted(request.batch, queue.boundToChips)
        return Complaint(
            code: exhausted.code, message: "no sign is left for a new chip on reader \(reader)",
            why: exhausted.reason, next: exhausted.next)
    }

    /// Reads the batch again: somebody has changed it.
    func refresh() async throws {
        guard let batch = try await setup.storage.batch(request.batch) else { return }
        queue.refresh(batch)
        endIfDone()
    }
}
