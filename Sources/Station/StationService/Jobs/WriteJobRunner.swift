internal import API
internal import Chips
internal import Faults
internal import Provisioning
internal import Registry

/// A write job: one batch, one queue, and a driver for each reader.
actor WriteJobRunner {
    nonisolated let id: Int
    nonisolated let request: WriteJobRequest
    nonisolated let log: JobLog
    let setup: WriteJobSetup

    var queue: SignQueue
    /// Counts what sessions have decided, so that what was read of the batch before that is known as such.
    var changes = 0
    /// Counts how often the queue took over what the registry says, so that what was read of a tag before that is known as
    /// such.
    var refreshes = 0
    /// The last one that was begun: one follows the other.
    var refreshing: Task<Void, any Error>?
    /// The sign that was announced last, for each reader; for all of them together (nil) while signs are picked.
    var announced: [ReaderName?: TagID?] = [:]
    private(set) var state = WriteJob.State.running

    private let arrivals: AsyncStream<ReservedReader>
    private let arrival: AsyncStream<ReservedReader>.Continuation
    private(set) var readers: Set<ReaderName> = []
    private var drivers: [ReaderName: Task<Void, Never>] = [:]
    /// Readers that were released before their drivers began.
    private var released: Set<ReaderName> = []
    /// Readers that are on their way out of the job: it gives them back between two tags.
    private var leaving: Set<ReaderName> = []
    var participants = JobParticipants()
    private let started: Timestamp
    /// The actor whose word ends the job.
    private var endedBy: String?
    private var isPaused = false
    /// When the chip on each reader was put there.
    var presented: [ReaderName: ContinuousClock.Instant] = [:]
    private var isEnding = false
    private var failure: (any Error)?

    /// `readers`: those that are taken for it; it gives them back.
    init(_ setup: WriteJobSetup, readers: [ReservedReader]) {
        self.setup = setup
        log = JobLog(publish: setup.publish)
        id = setup.id
        request = setup.request
        queue = SignQueue(setup.batch, picking: setup.request.picking)
        (arrivals, arrival) = AsyncStream.makeStream(of: ReservedReader.self)
        self.readers = Set(readers.map(\.name))
        started = setup.now()
        _ = participants.enter(setup.author.actor, since: started, readers: Set(setup.request.readers))
        for reader in readers { arrival.yield(reader) }
    }

    var snapshot: WriteJob {
        WriteJob(
            id: id, batch: request.batch, startedBy: setup.author.actor, started: started,
            participants: participants.present.map {
                WriteJob.Participant(number: $0.number, actor: $0.actor, since: $0.since)
            }, readers: readers.sorted(), picking: request.picking, state: state, done: queue.done, total: queue.total)
    }

    // MARK: From the beginning to the end

    /// Runs until every tag is done (but while chips are revisited), the batch is paused or the task is cancelled: then
    /// between two tags, never within one. Readers are given back before the last event, so that a client that waits for
    /// that event may use them at once.
    func run() async {
        // What was changed since the start has looked at the batch has found no job to notify.
        do { try await refresh() } catch { fail(error) }
        await withTaskGroup(of: Void.self) { group in
            if isOver { return }
            if request.readers.isEmpty { group.addTask { await self.lookOutForReaders() } }
            for await reader in arrivals { group.addTask { await self.runDriver(reader) } }
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
        if hasNothingToDo { return (.finished, event(.finished)) }
        if isPaused { return (.paused, event(.paused, by: endedBy)) }
        guard let failure, !isCancelled else { return (.cancelled, event(.cancelled, by: endedBy)) }
        let complaint =
            StationError(failure)?.complaint
            ?? Complaint(
                code: "failed", message: "the write job failed", reason: "\(failure)",
                next: "see the daemon's log; what was written is in the journal")
        return (.failed, event(.failed, complaint))
    }

    /// Lets a reader that was taken for this job write, too. False when the job is ending: it is the caller's again.
    func join(_ reader: ReservedReader) -> Bool {
        if isOver { return false }
        readers.insert(reader.name)
        log.append(event(.joined, reader: reader.name))
        arrival.yield(reader)
        return true
    }

    private func runDriver(_ reader: ReservedReader) async {
        let driver = Task {
            await drive(reader)
            letGo(reader.name)
        }
        drivers[reader.name] = driver
        if released.remove(reader.name) != nil { driver.cancel() }
        await withTaskCancellationHandler {
            await driver.value
        } onCancel: {
            driver.cancel()
        }
    }

    /// Within the driver's task: who waits for that may use the reader at once.
    private func letGo(_ reader: ReaderName) {
        drivers[reader] = nil
        queue.withdraw(reader)
        setup.visits.withdraw(reader)
        announced[reader] = nil
        leaving.remove(reader)
        if readers.remove(reader) != nil { setup.giveBack(reader) }
        if readers.isEmpty, !request.readers.isEmpty { end() }
    }

    private func drive(_ reader: ReservedReader) async {
        let session = WriteSession(
            batch: setup.batch.name, reader: reader.name, overwrite: request.overwrite, rules: setup.batch.rules,
            keys: setup.keys.available, isDoubtful: setup.batch.isDoubtful,
            isUnderHub: setup.isUnderHub)
        var driver = WriteSessionDriver(
            session, link: reader.link, port: WriteJobPort(reader: reader, job: self, setup: setup),
            allowsUntried: setup.allowsUntriedChips)
        do {
            try await driver.run()
        } catch {
            // A reader that was removed for good ends its part only, as long as others may go on.
            if (error as? WriteJobRefusal)?.code == .readerRemoved { failure = error } else { fail(error) }
        }
    }

    /// Ends the job between two tags.
    func fail(_ error: any Error) {
        failure = error
        end()
    }

    /// The readers that the job has and does not give back yet: a participant who comes may share them.
    var staying: Set<ReaderName> { readers.subtracting(leaving) }

    /// Takes readers out of the job, each between two tags, and waits for that.
    func release(_ names: Set<ReaderName>) async {
        let names = names.intersection(readers)
        leaving.formUnion(names)
        for name in names {
            guard let driver = drivers[name] else {
                released.insert(name)
                continue
            }
            driver.cancel()
            await driver.value
        }
    }

    /// Looks for readers between two waits. A job that ends takes none: those that it gives back are free as well.
    private func lookOutForReaders() async {
        while (try? await Task.sleep(for: setup.plugInterval)) != nil, !Task.isCancelled, !isOver {
            for reader in setup.newReaders() where !join(reader) { setup.giveBack(reader.name) }
        }
    }

    /// Whether nothing more is begun.
    var isOver: Bool { hasNothingToDo || isPaused || isEnding }

    /// Whether every tag is written, and none is to be looked at again.
    private var hasNothingToDo: Bool { queue.isDone && !request.revisiting }

    private func end() {
        isEnding = true
        arrival.finish()
    }

    func endIfDone() {
        if isOver { arrival.finish() }
    }

    func pause(by actor: String) {
        isPaused = true
        endedBy = actor
        arrival.finish()
    }

    /// Notes whose word ends the job; the first one counts. Nothing more is begun.
    func willEnd(by actor: String) {
        endedBy = endedBy ?? actor
        isEnding = true
    }
}
