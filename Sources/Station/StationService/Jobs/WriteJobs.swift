internal import API
internal import Faults
internal import Geodesy
internal import Logging
internal import Provisioning
internal import ReaderSupervision
internal import Registry

/// The write jobs of a station: started, watched, cancelled.
actor WriteJobs {
    nonisolated let storage: any RegistryStorage
    /// The same for looking only: a large batch is read beside those who write.
    nonisolated let reading: any RegistryStorage
    private let loans: LoanDesk
    nonisolated let readers: ReaderSupervisor
    nonisolated let reservations: ReaderReservations
    private let visits = SharedVisits()
    nonisolated let keys: KeyRing
    private let allowsUntriedChips: Bool
    private let conditions: StationConditions
    nonisolated let metrics: StationMetrics
    nonisolated let position: Coordinate?
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    private let publish: @Sendable (WriteEvent) -> Void

    private struct Entry {
        let runner: WriteJobRunner
        let task: Task<Void, Never>
    }

    private var entries: [Int: Entry] = [:]
    private var isClosed = false
    private var lastID = 0

    /// Jobs that have ended and can still be asked about.
    private static let history = 50

    init(
        storage: any RegistryStorage, reading: any RegistryStorage, loans: LoanDesk, readers: ReaderSupervisor,
        reservations: ReaderReservations, keys: KeyRing, allowsUntriedChips: Bool, position: Coordinate?,
        conditions: StationConditions,
        metrics: StationMetrics,
        now: @escaping @Sendable () -> Timestamp, logger: Logger, publish: @escaping @Sendable (WriteEvent) -> Void
    ) {
        self.publish = publish
        self.storage = storage
        self.reading = reading
        self.loans = loans
        self.readers = readers
        self.reservations = reservations
        self.keys = keys
        self.allowsUntriedChips = allowsUntriedChips
        self.position = position
        self.conditions = conditions
        self.metrics = metrics
        self.now = now
        self.logger = logger
    }

    /// Starts writing a batch, or says why it may not be written. Nothing is changed by a refusal.
    ///
    /// A batch has one job at a time, and one queue: who asks to write it again joins the job that runs, with the readers
    /// that are named.
    func start(_ request: WriteJobRequest, by author: Author) async throws -> WriteJob {
        let batch = try await writableBatch(request)
        let isUnderHub = try await loans.isOpen()
        while let running = try runningJob(like: request) {
            // First of all: who is refused a reader does not take part.
            let missing = Set(request.readers).subtracting(await running.staying)
            let taken = try takeAll(missing, for: batch.name)
            switch await running.enter(author, readers: request.readers, bringing: taken) {
            case .entered(let participant): return await Self.answer(of: running, to: participant)
            case .isOver: return await Self.answer(of: running, to: nil)
            case .readersMoved: continue
            }
        }
        // Nothing is awaited from here to the entry: two requests would make two queues of one batch.
        guard !isClosed else {
            throw StationError(
                .stopping, "batch \(batch.name) is not written", why: "waymarkd is stopping",
                next: "try again when it is back")
        }
        let readers = try takeReaders(request)
        lastID += 1
        let runner = WriteJobRunner(
            WriteJobSetup(
                id: lastID, batch: batch, request: request, storage: storage, reading: reading, loans: loans,
                isUnderHub: isUnderHub, visits: visits, keys: keys, allowsUntriedChips: allowsUntriedChips,
                check: { [weak self] in try await self?.check($0, for: request) }, author: author,
                conditions: conditions, metrics: metrics, logger: logger, now: now,
                newReaders: { [weak self] in self?.takeFreeReaders(for: batch.name) ?? [] },
                giveBack: { [reservations] in reservations.giveBack($0) }, publish: publish), readers: readers)
        let names = readers.map(\.name.text).joined(separator: ", ")
        let task = Task { [logger] in
            logger.info("write job begins", metadata: ["batch": batch.name.text, "readers": names])
            await runner.run()
            let state = await runner.state.rawValue
            logger.info("write job ends", metadata: ["batch": batch.name.text, "state": state])
        }
        entries[lastID] = Entry(runner: runner, task: task)
        forgetOldJobs()
        return await Self.answer(of: runner, to: 1)
    }

    private static func answer(of runner: WriteJobRunner, to participant: Int?) async -> WriteJob {
        var job = await runner.snapshot
        job.participant = participant
        return job
    }

    private func runningJob(like request: WriteJobRequest) throws -> WriteJobRunner? {
        guard let runner = runningJob(of: request.batch) else { return nil }
        guard runner.request.overwrite == request.overwrite, runner.request.picking == request.picking,
            runner.request.revisiting == request.revisiting
        else {
            throw BatchRefusal.inWorkOtherwise(request.batch)
        }
        return runner
    }

    private func runningJob(of batch: BatchName) -> WriteJobRunner? {
        entries.values.first { !$0.runner.log.hasEnded && $0.runner.request.batch == batch }?.runner
    }

    /// Those that have not ended.
    var running: [WriteJob] {
        get async {
            var running: [WriteJob] = []
            for entry in entries.values where !entry.runner.log.hasEnded { running.append(await entry.runner.snapshot) }
            return running
        }
    }

    func isInWork(_ batch: BatchName) -> Bool { runningJob(of: batch) != nil }

    private func forgetOldJobs() {
        let ended = entries.filter { $0.value.runner.log.hasEnded }.keys.sorted()
        for id in ended.dropLast(Self.history) { entries[id] = nil }
    }

    /// Those that are known, the newest first.
    func jobs() async -> [WriteJob] {
        var jobs: [WriteJob] = []
        for id in entries.keys.sorted(by: >) {
            if let runner = entries[id]?.runner { jobs.append(await runner.snapshot) }
        }
        return jobs
    }

    func job(_ id: Int) async throws -> WriteJob { try await entry(id).runner.snapshot }

    func log(_ id: Int) throws -> JobLog { try entry(id).runner.log }

    /// Takes a participant out of a job; the last one ends it. Waits until its readers have ended their tags.
    func leave(_ id: Int, participant: Int, by author: Author) async throws -> WriteJob {
        let runner = try entry(id).runner
        if try await runner.leave(participant, by: author) { return try await cancel(id, by: author) }
        return await runner.snapshot
    }

    /// Ends a job for all between two tags, and waits for that.
    func cancel(_ id: Int, by author: Author) async throws -> WriteJob {
        let entry = try entry(id)
        await entry.runner.willEnd(by: author.actor)
        entry.task.cancel()
        await entry.task.value
        return await entry.runner.snapshot
    }

    /// Ends a batch's job between two tags, because the batch is paused.
    func pause(_ batch: BatchName, by author: Author) async {
        for entry in entries.values where entry.runner.request.batch == batch && !entry.runner.log.hasEnded {
            await entry.runner.pause(by: author.actor)
            await entry.task.value
        }
    }

    /// Notifies a batch's job that the registry has changed the batch.
    func refresh(_ batch: BatchName) async throws { try await runningJob(of: batch)?.refresh() }

    func carryOut(_ order: WriteOrder, inJob id: Int, by author: Author) async throws -> WriteJob {
        let runner = try entry(id).runner
        try await runner.carryOut(order, by: author)
        return await runner.snapshot
    }

    /// Ends all jobs between two tags, and starts none any more.
    func cancelAll() async {
        isClosed = true
        for entry in entries.values { entry.task.cancel() }
        for entry in entries.values { await entry.task.value }
    }

    private func entry(_ id: Int) throws -> Entry {
        guard let entry = entries[id] else { throw WriteJobRefusal.unknownJob(id, last: lastID) }
        return entry
    }
}
