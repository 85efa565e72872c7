internal import API
internal import Geodesy
internal import Logging
internal import ReaderSupervision
internal import Registry

/// The write jobs of a station: started, watched, cancelled.
actor WriteJobs {
    private let storage: any RegistryStorage
    private let readers: ReaderSupervisor
    private let desk: ReaderDesk
    private let position: Coordinate?
    private let now: @Sendable () -> Timestamp
    private let logger: Logger

    private struct Entry {
        let request: WriteJobRequest
        let runner: WriteJobRunner
        let task: Task<Void, Never>
    }

    private var entries: [Int: Entry] = [:]
    private var lastID = 0

    /// Jobs that have ended and can still be asked about.
    private static let history = 50

    init(
        storage: any RegistryStorage, readers: ReaderSupervisor, desk: ReaderDesk, position: Coordinate?,
        now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) {
        self.storage = storage
        self.readers = readers
        self.desk = desk
        self.position = position
        self.now = now
        self.logger = logger
    }

    /// Starts writing a batch, or says why it may not be written. Nothing is changed by a refusal.
    ///
    /// Asked for the same as a job that runs, it answers with that job: whoever lost the connection to it sees it
    /// again, and can end it.
    func start(_ request: WriteJobRequest, by author: Author) async throws -> WriteJob {
        let batch = try await writableBatch(request)
        let reader = try readerName(request.reader)
        if let running = runningJob(like: request, on: reader) { return await running.snapshot }
        guard let link = readers.link(to: reader.text) else { throw Self.unknownReader(reader) }
        try desk.take(reader, for: "writing batch \(batch.name)")
        lastID += 1
        let runner = WriteJobRunner(
            WriteJobSetup(
                id: lastID, batch: batch.name, queue: queue(of: batch), reader: reader, overwrite: request.overwrite,
                link: link,
                readerChanges: { [readers] in readers.changes(of: reader.text) }, storage: storage, author: author,
                now: now))
        let task = Task { [desk, logger] in
            logger.info("write job begins", metadata: ["batch": batch.name.text, "reader": reader.text])
            await runner.run { desk.giveBack(reader) }
            let state = await runner.state.rawValue
            logger.info(
                "write job ends", metadata: ["batch": batch.name.text, "reader": reader.text, "state": state])
        }
        entries[lastID] = Entry(request: request, runner: runner, task: task)
        forgetOldJobs()
        return await runner.snapshot
    }

    private func runningJob(like request: WriteJobRequest, on reader: ReaderName) -> WriteJobRunner? {
        entries.values.first { entry in
            !entry.runner.log.hasEnded && entry.runner.reader == reader && entry.request.batch == request.batch
                && entry.request.overwrite == request.overwrite
        }?.runner
    }

    /// The queue of the jobs that write this batch already, or a new one.
    private func queue(of batch: Batch) -> BatchQueue {
        let running = entries.values.first { !$0.runner.log.hasEnded && $0.runner.batch == batch.name }
        return running?.runner.queue ?? BatchQueue(batch)
    }

    private func forgetOldJobs() {
        let ended = entries.filter { $0.value.runner.log.hasEnded }.keys.sorted()
        for id in ended.dropLast(Self.history) { entries[id] = nil }
    }

    func job(_ id: Int) async throws -> WriteJob { try await entry(id).runner.snapshot }

    func events(_ id: Int) throws -> AsyncStream<WriteEvent> { try entry(id).runner.log.events() }

    /// Ends a job between two tags, and waits for that.
    func cancel(_ id: Int) async throws -> WriteJob {
        let entry = try entry(id)
        entry.task.cancel()
        await entry.task.value
        return await entry.runner.snapshot
    }

    func cancelAll() async {
        for entry in entries.values { entry.task.cancel() }
        for entry in entries.values { await entry.task.value }
    }

    private func entry(_ id: Int) throws -> Entry {
        guard let entry = entries[id] else {
            throw StationError(
                404, "unknown-job", "there is no job \(id)", why: "the last job of this station is \(lastID)",
                next: "start one: waymark write BATCH")
        }
        return entry
    }

    /// The reader that is wanted, or the only one there is.
    func readerName(_ wanted: ReaderName?) throws -> ReaderName {
        let names = readers.snapshots.map(\.name)
        if let wanted {
            guard names.contains(wanted.text) else { throw Self.unknownReader(wanted) }
            return wanted
        }
        guard let only = names.first.flatMap({ ReaderName($0) }) else {
            throw StationError(
                409, "no-reader", "there is no reader", why: "this station has no reader",
                next: "plug one in and name it: waymark reader add pn532_uart:/dev/ttyUSB0 --name bench-1")
        }
        guard names.count == 1 else {
            throw StationError(
                409, "which-reader", "it is not clear which reader is meant",
                why: "this station has \(names.count): \(names.joined(separator: ", "))",
                next: "name one: --reader \(only)")
        }
        return only
    }

    static func unknownReader(_ name: ReaderName) -> StationError {
        StationError(
            404, "unknown-reader", "there is no reader \(name)", why: "nobody added a reader of this name",
            next: "see: waymark reader list")
    }
}

// MARK: - What a batch must be before its tags are written

extension WriteJobs {
    private func writableBatch(_ request: WriteJobRequest) async throws -> Batch {
        guard let batch = try await storage.batch(request.batch) else { throw StationError.unknownBatch(request.batch) }
        let tags = batch.tags.filter { $0.medium == .nfc && $0.state != .retired }
        guard !tags.isEmpty else {
            throw StationError(
                409, "no-nfc-tags", "batch \(batch.name) has nothing to write", why: "none of its tags is an NFC tag",
                next: "print its QR codes: waymark sheet \(batch.name) --stock 22805 --output \(batch.name).pdf")
        }
        let experiences = try await storage.experiences()
        let unmatched = BatchCheck.unmatched(tags, experiences: experiences)
        if let first = unmatched.first {
            let others = unmatched.count == 1 ? "" : " (and \(unmatched.count - 1) more tags)"
            throw StationError(
                409, "unregistered", "batch \(batch.name) is not written",
                why:
                    "no registered experience answers for \(first.tag.url) of tag \(first.tag.id)\(others): \(first.reason)",
                next: "import the experience (waymark experience import), or correct the URL; "
                    + "see: waymark experience match \(first.tag.url)")
        }
        try await checkPlace(of: tags.filter { !$0.state.isDone }, request, batch.name)
        return batch
    }

    private func checkPlace(of tags: [Tag], _ request: WriteJobRequest, _ batch: BatchName) async throws {
        guard !request.shipping, let place = request.position ?? position else { return }
        let named = Set(tags.map(\.store))
        let stores = try await storage.stores().filter { named.contains($0.id) }
        guard let nearest = BatchCheck.stores(stores, elsewhereThan: place).first else { return }
        let distance =
            nearest.metres < 10_000
            ? "\(Int(nearest.metres)) m" : "\(Int(nearest.metres / 1_000)) km"
        throw StationError(
            409, "elsewhere", "batch \(batch) is not written here",
            why: "this station is \(distance) from \(nearest.store.name), outside its region",
            next: "write the batch at its store, or say that the tags will travel: --shipping")
    }
}

extension StationError {
    static func unknownBatch(_ name: BatchName) -> StationError {
        StationError(
            404, "unknown-batch", "there is no batch \(name)", why: "no batch of this name was created or loaded",
            next: "see: waymark batch list")
    }
}
