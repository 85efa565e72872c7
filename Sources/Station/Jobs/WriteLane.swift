internal import API
internal import NFCTags
internal import Provisioning
internal import ReaderSupervision
internal import Registry

/// One reader's part in a write job: carries out what its ``WriteSession`` decides. The only place where the session
/// meets tags and the registry.
actor WriteLane {
    nonisolated let reader: LaneReader

    private let job: WriteJobRunner
    private let storage: any RegistryStorage
    private let author: Author
    private let pollInterval: Duration
    private let keys: KeyRing
    private let conditions: ConditionBoard
    private var session: WriteSession
    private var tagSession: TagSession?

    init(_ reader: LaneReader, in job: WriteJobRunner, _ setup: WriteJobSetup) {
        self.reader = reader
        self.job = job
        storage = setup.storage
        author = setup.author
        pollInterval = setup.pollInterval
        keys = setup.keys
        conditions = setup.conditions
        session = WriteSession(
            batch: setup.batch.name, reader: reader.name, overwrite: setup.request.overwrite,
            rules: setup.batch.rules, keys: setup.keys.shelf, isDoubtful: setup.batch.isDoubtful)
    }

    /// Runs until the job is over or the task is cancelled: then between two tags, never within one.
    func run() async throws {
        var step = session.handle(.started)
        while true {
            let isOver = await job.apply(step, by: reader.name)
            if isOver || Task.isCancelled, step.action.isBetweenTags { return }
            let event = try await perform(step.action)
            // The wait was cut short: the reader is not back.
            if Task.isCancelled, step.action == .awaitReader { return }
            step = session.handle(event)
        }
    }

    private func perform(_ action: WriteSession.Action) async throws -> WriteSession.Event {
        do {
            switch action {
            case .select(let pause):
                if pause { try? await Task.sleep(for: pollInterval) }
                return .field(try await select())
            case .identify(let selected):
                let identified = try await TagSession.identify(selected, over: reader.link)
                tagSession = identified
                return .identified(product: identified.productName)
            case .assign(let uid):
                return .assigned(await job.assign(uid, known: try await storage.tag(onChip: uid), on: reader.name))
            case .read(let message):
                return .image(try await currentTag().readImage(for: message))
            case .lookUp(_, let url):
                return .lookedUp(await job.recognise(url, on: reader.name))
            case .record(let event):
                return try await record(event)
            case .checkGenuineness:
                return .genuineness(try await Genuineness(of: currentTag()))
            case .write(let plan, let names):
                try await currentTag().write(plan, passwords: try passwords(current: names))
                return .written
            case .switchMirrorOff(let image, let names):
                try await currentTag().switchMirrorOff(image, passwords: try passwords(current: names))
                return .mirrorSwitchedOff
            case .readBack(let plan):
                return .image(try await currentTag().readBack(plan))
            case .treat(let image, let message, let treatment, let names):
                let passwords = try passwords(current: names.current, new: names.new)
                try await currentTag().treat(image, holding: message, as: treatment, passwords: passwords)
                return .treated
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

    private func record(_ event: JournalEvent) async throws -> WriteSession.Event {
        var isWaiting = false
        while true {
            do {
                try await storage.record(event, by: author)
                if isWaiting { await job.tellGoingOn(reader.name) }
                return .recorded
            } catch let error as RegistryError where error.code == .contradiction {
                // Somebody has changed the batch in the meantime: that is no reason to end the job.
                try await job.refresh()
                return .notRecorded(.init(error))
            } catch let error as RegistryError where error.concernsDisk {
                conditions.note(error)
                if !isWaiting { await job.tellWaiting(error, reader.name) }
                isWaiting = true
                guard await conditions.untilWritable() else { throw error }
                // What is on the reader now is not known; what was done to a chip is, and is recorded.
                guard event.isResult else {
                    await job.tellGoingOn(reader.name)
                    return .lookAgain
                }
            }
        }
    }

    private func select() async throws -> SelectedTag? {
        do {
            return try await reader.link.select()
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

    private func passwords(current: [KeyName], new: KeyName? = nil) throws -> TagPasswords {
        let uid = try currentTag().uid
        return TagPasswords(
            current: try current.compactMap { try keys.password(of: uid, from: $0) },
            new: try new.flatMap { try keys.password(of: uid, from: $0) })
    }

    private func waitForReader() async throws {
        let changes = reader.changes() ?? AsyncStream(unfolding: { nil })
        for await snapshot in changes where snapshot.state == .ready { return }
        if Task.isCancelled { return }
        throw StationError(
            409, "reader-removed", "reader \(reader.name) is gone for good",
            why: "it was removed while it was in use",
            next: "add a reader (waymark reader add) and write the batch again: it goes on where it stopped")
    }
}

extension WriteSession.Action {
    /// Whether nothing has begun with a tag that would have to be ended.
    fileprivate var isBetweenTags: Bool {
        switch self {
        case .select, .awaitReader: true
        case .identify, .assign, .read, .lookUp, .record, .checkGenuineness, .write, .switchMirrorOff, .verify,
            .readBack, .treat:
            false
        }
    }
}

extension JournalEvent {
    /// Whether it says how something ended, and does not begin anything.
    fileprivate var isResult: Bool {
        switch self {
        case .writeIntended, .protectionIntended: false
        default: true
        }
    }
}
