package import Chips
package import Faults
package import NFCTags
package import Registry

/// What a write session needs besides the tag: the job's queue, the registry, keys, a pause and news of the reader.
package protocol WriteSessionPort {
    /// Applies the step's queue changes and sends its reports. True when the job is over.
    func apply(_ step: WriteSession.Step) async -> Bool
    /// What a chip is to become, by the registry and the queue.
    func assignment(of uid: ChipUID) async throws -> SignQueue.Assignment
    /// The tag of the batch that has this URL, given out for the chip on this reader; nil for none.
    func recognise(_ url: String) async throws -> Tag?
    /// Records an event durably. One that may not be late is not recorded after a wait for the registry.
    func record(_ event: JournalEvent, mayBeLate: Bool) async throws -> WriteSessionRecording
    /// What the factory's signature of a tag says.
    func genuineness(of tag: TagSession) async throws -> Genuineness
    /// The password of a tag; nil when the key is not here.
    func password(of uid: ChipUID, from key: KeyName) throws -> TagPassword?
    /// Waits between two looks at a field in which nothing changes. Returns early when the task is cancelled.
    func pause() async
    /// Waits until the reader is ready again. Returns early when the task is cancelled.
    func awaitReader() async throws
}

/// What became of an event that was to be recorded.
package enum WriteSessionRecording: Sendable {
    case recorded
    /// The registry refuses it.
    case refused(Complaint)
    /// The registry could not be written for a while, and the event came too late.
    case tooLate
}

/// One reader's part in a write job: carries out what its ``WriteSession`` decides, over a tag link. The only place where
/// the session meets tags.
package struct WriteSessionDriver {
    /// What is to be done next.
    package internal(set) var action: WriteSession.Action

    private let link: any TagLink
    private let port: any WriteSessionPort
    /// Whether chips are written of kinds that no one has written yet.
    private let allowsUntried: Bool
    private var session: WriteSession
    private var tag: TagSession?
    /// How long an answer the tag in the field brings across.
    private let reach = ReadReach()

    package init(
        _ session: WriteSession, link: any TagLink, port: any WriteSessionPort, allowsUntried: Bool = false
    ) {
        self.session = session
        self.allowsUntried = allowsUntried
        self.link = link
        self.port = port
        action = self.session.handle(.started).action
    }

    /// Runs until the job is over or the task is cancelled: then between two tags, never within one.
    package mutating func run() async throws {
        var isOver = await port.apply(WriteSession.Step(action))
        while !(action.isBetweenTags && (isOver || Task.isCancelled)) {
            let done = action
            let event = try await perform(done)
            // The wait was cut short: the reader is not back.
            if Task.isCancelled, done == .awaitReader { return }
            isOver = await take(event)
        }
    }

    /// Carries out one action, and takes in what came of it.
    package mutating func step() async throws { _ = await take(try await perform(action)) }

    private mutating func take(_ event: WriteSession.Event) async -> Bool {
        let step = session.handle(event)
        action = step.action
        return await port.apply(step)
    }

    private mutating func perform(_ action: WriteSession.Action) async throws -> WriteSession.Event {
        do {
            switch action {
            case .select(let pause):
                if pause { await port.pause() }
                return try await look()
            case .identify(let selected):
                let identified = try await TagSession.identify(
                    selected, over: link, reach: reach, allowsUntried: allowsUntried)
                tag = identified
                return .identified(product: identified.productName)
            case .assign(let uid):
                return .assigned(try await port.assignment(of: uid))
            case .read(let message, let toLock):
                return .image(try await identified.readImage(for: message, toLock: toLock))
            case .lookUp(_, let url):
                return .lookedUp(try await port.recognise(url))
            case .record(let event):
                return try await record(event)
            case .open(let names):
                try await identified.open(passwords: try passwords(current: names))
                return .opened
            case .checkGenuineness:
                return .genuineness(try await port.genuineness(of: try identified))
            case .write(let plan, let names):
                try await identified.write(plan, passwords: try passwords(current: names))
                return .written
            case .switchMirrorOff(let image, let names):
                try await identified.switchMirrorOff(image, passwords: try passwords(current: names))
                return .mirrorSwitchedOff
            case .readBack(let plan):
                return .image(try await identified.readBack(plan))
            case .treat(let image, let message, let treatment, let names):
                let passwords = try passwords(current: names.current, new: names.new)
                try await identified.treat(image, holding: message, as: treatment, passwords: passwords)
                return .treated
            case .verify(let plan):
                try await identified.verify(plan)
                return .verified
            case .awaitReader:
                try await port.awaitReader()
                return .readerBack
            }
        } catch let error as TagError {
            return .failed(error)
        }
    }

    private func look() async throws -> WriteSession.Event {
        do {
            let selected = try await link.select()
            if selected == nil { await reach.forget() }
            return .field(selected)
        } catch {
            if error.code == .severalTags { return .severalTags }
            // One that moves: nothing that could be worked with is there.
            guard error.concernsReader else { return .field(nil) }
            throw TagError(
                code: .readerFailed, message: error.message, reason: error.reason, next: error.next, link: error)
        }
    }

    /// After a wait it is not known what is on the reader, so that an intent is not recorded; what was done to a chip is
    /// known, and is recorded.
    private func record(_ event: JournalEvent) async throws -> WriteSession.Event {
        switch try await port.record(event, mayBeLate: !event.isIntent) {
        case .recorded: .recorded
        case .refused(let complaint): .notRecorded(complaint)
        case .tooLate: .lookAgain
        }
    }

    /// The session identifies a tag before it does anything else with it. One that did not looks at the field again.
    private var identified: TagSession {
        get throws(TagError) {
            if let tag { return tag }
            throw TagError(
                code: .tagLost, message: "the tag is not known", reason: "it was used before it was identified",
                next: "put it on the reader again")
        }
    }

    private func passwords(current: [KeyName], new: KeyName? = nil) throws -> TagPasswords {
        let uid = try identified.uid
        return TagPasswords(
            current: try current.compactMap { try port.password(of: uid, from: $0) },
            new: try new.flatMap { try port.password(of: uid, from: $0) })
    }
}

extension WriteSession.Action {
    /// Whether nothing has begun with a tag that would have to be ended.
    fileprivate var isBetweenTags: Bool {
        switch self {
        case .select, .awaitReader: true
        case .identify, .assign, .read, .lookUp, .record, .open, .checkGenuineness, .write, .switchMirrorOff, .verify,
            .readBack, .treat:
            false
        }
    }
}

extension JournalEvent {
    /// Whether it says what is about to be done to a chip, and not what was done.
    fileprivate var isIntent: Bool {
        switch self {
        case .writeIntended, .protectionIntended: true
        default: false
        }
    }
}
