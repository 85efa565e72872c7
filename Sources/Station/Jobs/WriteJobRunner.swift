internal import API
internal import Logging
internal import NFCTags
internal import Provisioning
internal import ReaderSupervision
internal import Registry

/// Carries out what a ``WriteSession`` decides: the only place where the session meets tags and the registry.
actor WriteJobRunner {
    let id: Int
    let batch: BatchName
    let reader: ReaderName
    nonisolated let log = JobLog()

    private let link: any TagLink
    private let readerChanges: @Sendable () -> AsyncStream<ReaderSnapshot>?
    private let storage: any RegistryStorage
    private let author: Author
    let now: @Sendable () -> Timestamp
    private let pollInterval: Duration

    private var session: WriteSession
    nonisolated let queue: BatchQueue
    /// The tag that the queue has given to this job and not got back yet.
    private var claimed: TagID?
    private var tagSession: TagSession?
    private var announced: TagID?
    private(set) var state = WriteJob.State.running

    init(_ setup: WriteJobSetup) {
        id = setup.id
        batch = setup.batch
        reader = setup.reader
        link = setup.link
        readerChanges = setup.readerChanges
        storage = setup.storage
        author = setup.author
        now = setup.now
        pollInterval = setup.pollInterval
        session = WriteSession(batch: setup.batch, reader: setup.reader, overwrite: setup.overwrite)
        queue = setup.queue
    }

    var snapshot: WriteJob {
        WriteJob(id: id, batch: batch, reader: reader, state: state, done: queue.done, total: queue.total)
    }

    /// Runs until every tag is done, or the task is cancelled: then between two tags, never within one. The
    /// reader is given back before the last event, so that whoever waits for that event may use it at once.
    func run(givingBack giveBackReader: @Sendable () -> Void) async {
        let last: WriteEvent
        do {
            state = try await runToTheEnd()
            last = event(state == .finished ? .finished : .cancelled)
        } catch {
            state = .failed
            last = event(
                .failed,
                StationError(error)?.complaint
                    ?? Complaint(
                        code: "failed", message: "the write job failed", why: "\(error)",
                        next: "see the daemon's log; what was written is in the journal"))
        }
        // A job that fails in the middle must not keep a tag from the others.
        if let claimed { queue.apply(.released(claimed)) }
        giveBackReader()
        log.append(last)
    }

    private func runToTheEnd() async throws -> WriteJob.State {
        var step = session.handle(.started)
        while true {
            apply(step)
            if step.action.isBetweenTags {
                if queue.isDone { return .finished }
                if Task.isCancelled { return .cancelled }
            }
            let event = try await perform(step.action)
            // The wait was cut short: the reader is not back.
            if Task.isCancelled, step.action == .awaitReader { return .cancelled }
            step = session.handle(event)
        }
    }

    private func apply(_ step: WriteSession.Step) {
        for change in step.queue {
            queue.apply(change)
            switch change {
            case .intended: break
            case .finished, .released: claimed = nil
            }
        }
        for report in step.reports { log.append(event(telling: report)) }
        if case .select = step.action, let next = queue.next, next.id != announced {
            announced = next.id
            log.append(event(.next, tag: next))
        }
    }

    private func perform(_ action: WriteSession.Action) async throws -> WriteSession.Event {
        do {
            switch action {
            case .select(let pause):
                if pause { try? await Task.sleep(for: pollInterval) }
                return .field(try await select())
            case .identify(let selected):
                let identified = try await TagSession.identify(selected, over: link)
                tagSession = identified
                return .identified(product: identified.productName)
            case .assign(let uid):
                let assignment = try await queue.assign(uid, from: storage)
                if case .write(let tag) = assignment { claimed = tag.id }
                return .assigned(assignment)
            case .read(let message):
                return .image(try await currentTag().readImage(for: message))
            case .record(let event):
                try await storage.record(event, by: author)
                return .recorded
            case .write(let plan):
                try await currentTag().write(plan)
                return .written
            case .verify(let plan):
                try await currentTag().verify(plan)
                return .verified
            case .awaitReader:
                try await waitForReader()
                return .readerBack
            }
        } catch let error as TagError {
            return .failed(error)
        }
    }

    private func select() async throws -> SelectedTag? {
        do {
            return try await link.select()
        } catch {
            // Two tags at once, or one that moves: nothing that could be worked with is there.
            guard error.concernsReader else { return nil }
            throw TagError(
                code: .readerFailed, message: error.message, reason: error.reason, next: error.next, link: error)
        }
    }

    private func currentTag() throws -> TagSession {
        guard let tagSession else {
            throw StationError(
                500, "no-tag-session", "the write job lost its tag", why: "no tag was identified before it was used",
                next: "start the job again, and report this")
        }
        return tagSession
    }

    private func waitForReader() async throws {
        for await snapshot in readerChanges() ?? AsyncStream(unfolding: { nil }) where snapshot.state == .ready {
            return
        }
        if Task.isCancelled { return }
        throw StationError(
            409, "reader-removed", "reader \(reader) is gone for good", why: "it was removed while it was in use",
            next: "add a reader (waymark reader add) and write the batch again: it goes on where it stopped")
    }

}

extension WriteSession.Action {
    /// Whether nothing has begun with a tag that would have to be ended.
    fileprivate var isBetweenTags: Bool {
        switch self {
        case .select, .awaitReader: true
        case .identify, .assign, .read, .record, .write, .verify: false
        }
    }
}
