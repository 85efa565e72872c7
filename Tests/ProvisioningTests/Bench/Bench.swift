import NFCTags
import Provisioning
import ReaderEmulator
import Registry
import Synchronization
import Testing

/// One reader of a station with the session that writes a batch: it carries out what the session decides, on
/// emulated tags and a registry in memory. Several benches may share registry and queue.
final class Bench {
    /// The queue of a batch, for all readers.
    final class Queue {
        var signs: SignQueue

        init(_ batch: Batch, picking: Bool = false) {
            signs = SignQueue(batch, picking: picking)
        }
    }

    let antenna = Antenna()
    let exchange = Exchange()
    let link: EmulatedTagLink
    let registry: MemoryRegistry
    let queue: Queue
    let reader: ReaderName
    /// What a look at a chip's signature is told to find.
    var genuineness = Genuineness.genuine
    private(set) var session: WriteSession
    /// What is to be done next.
    private(set) var action: WriteSession.Action
    private(set) var reports: [WriteReport] = []
    private var tag: TagSession?

    init(
        _ batch: Batch, registry: MemoryRegistry? = nil, queue: Queue? = nil, reader: String = "bench 1",
        overwrite: Bool = false, keys: KeyShelf = KeyShelf()
    ) throws {
        let registry = registry ?? MemoryRegistry(batch.tags)
        self.registry = registry
        self.queue = queue ?? Queue(batch)
        link = EmulatedTagLink(antenna)
        self.reader = try #require(ReaderName(reader))
        session = WriteSession(
            batch: batch.name, reader: self.reader, overwrite: overwrite, rules: batch.rules,
            keys: keys, isDoubtful: batch.isDoubtful)
        action = .select(pause: false)
        apply(session.handle(.started))
        antenna.observe { [antenna, exchange] event in
            switch event {
            case .inserted: if let tag = antenna.tag { registry.expect(tag) }
            case .command, .removed: if let tag = antenna.tag { registry.inspect(tag) }
            case .selected, .foundNone: break
            }
            if event == .removed, let next = exchange.take(antenna.tag) { antenna.insert(next) }
        }
    }

    /// A quick hand: the next time a tag leaves, another one is put in its place at once.
    final class Exchange: Sendable {
        private let tags = Mutex<(next: ReaderEmulator.Type2Tag?, left: ReaderEmulator.Type2Tag?)>((nil, nil))

        func prepare(_ next: ReaderEmulator.Type2Tag) { tags.withLock { $0.next = next } }

        /// The tag that was taken away.
        var left: ReaderEmulator.Type2Tag? { tags.withLock { $0.left } }

        fileprivate func take(_ left: ReaderEmulator.Type2Tag?) -> ReaderEmulator.Type2Tag? {
            tags.withLock { tags in
                guard let next = tags.next else { return nil }
                tags = (nil, left)
                return next
            }
        }
    }

    /// The tag that the next new chip on this reader becomes.
    var next: Registry.Tag? { queue.signs.next(for: reader) }

    /// Whether nothing is to be done before the field changes, or the reader is back.
    var isWaiting: Bool { action == .select(pause: true) || action == .awaitReader }

    /// Puts a tag down and works until nothing is to be done with it any more.
    func present(_ tag: ReaderEmulator.Type2Tag, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        antenna.insert(tag)
        try await settle(sourceLocation: sourceLocation)
    }

    /// Takes the tag away, and lets the session see that.
    @discardableResult
    func takeAway(sourceLocation: SourceLocation = #_sourceLocation) async throws -> ReaderEmulator.Type2Tag {
        let tag = antenna.remove()
        try await settle(sourceLocation: sourceLocation)
        return try #require(tag, sourceLocation: sourceLocation)
    }

    /// Works until nothing is to be done before the field changes.
    func settle(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        for _ in 0..<400 {
            try await step()
            if isWaiting { return }
        }
        Issue.record("the session does not come to rest", sourceLocation: sourceLocation)
    }

    /// Carries out one action.
    func step() async throws { apply(session.handle(try await perform())) }

    private func apply(_ step: WriteSession.Step) {
        for change in step.queue { queue.signs.apply(change, by: reader) }
        reports += step.reports
        action = step.action
    }

    private func perform() async throws -> WriteSession.Event {
        do {
            switch action {
            case .select: return .field(try await select())
            case .identify(let selected):
                let identified = try await TagSession.identify(selected, over: link)
                tag = identified
                return .identified(product: identified.productName)
            case .assign(let uid):
                return .assigned(queue.signs.assign(uid, known: registry.tag(onChip: uid), on: reader))
            case .lookUp(_, let url): return .lookedUp(queue.signs.recognise(url, on: reader))
            case .read(let message): return .image(try await #require(tag).readImage(for: message))
            case .record(let event):
                do {
                    try registry.record(event)
                } catch {
                    return .notRecorded(
                        .init(code: "contradiction", message: "not recorded", reason: error.reason, next: "look"))
                }
                return .recorded
            case .checkGenuineness: return .genuineness(genuineness)
            case .write(let plan, let keys):
                let passwords = TagPasswords(current: keys.map { Samples.password(of: plan.uid, from: $0) })
                try await #require(tag).write(plan, passwords: passwords)
                return .written
            case .switchMirrorOff(let image, let keys):
                let passwords = TagPasswords(current: keys.map { Samples.password(of: image.uid, from: $0) })
                try await #require(tag).switchMirrorOff(image, passwords: passwords)
                return .mirrorSwitchedOff
            case .readBack(let plan): return .image(try await #require(tag).readBack(plan))
            case .treat(let image, let message, let treatment, let keys):
                let passwords = TagPasswords(
                    current: keys.current.map { Samples.password(of: image.uid, from: $0) },
                    new: keys.new.map { Samples.password(of: image.uid, from: $0) })
                try await #require(tag).treat(image, holding: message, as: treatment, passwords: passwords)
                return .treated
            case .verify(let plan):
                try await #require(tag).verify(plan)
                return .verified
            case .awaitReader: return .readerBack
            }
        } catch let error as TagError {
            return .failed(error)
        }
    }

    private func select() async throws -> SelectedTag? {
        do {
            return try await link.select()
        } catch {
            guard error.concernsReader else { return nil }
            throw TagError(
                code: .readerFailed, message: error.message, reason: error.reason, next: error.next, link: error)
        }
    }
}
