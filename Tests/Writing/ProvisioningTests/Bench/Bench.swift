import Provisioning
import ReaderEmulator
import Registry
import Synchronization
import Testing

/// One reader of a station with the session that writes a batch and its driver, on emulated tags and a registry in
/// memory. Several benches may share registry and queue.
final class Bench {
    /// The queue of a batch, for all readers.
    final class Queue {
        var signs: SignQueue
        var visits = ChipVisits()

        init(_ batch: Batch, picking: Bool = false) {
            signs = SignQueue(batch, picking: picking)
        }
    }

    let antenna = Antenna()
    let exchange = Exchange()
    let link: EmulatedTagLink
    let registry: MemoryRegistry
    let port: BenchPort
    private var driver: WriteSessionDriver

    init(
        _ batch: Batch, registry: MemoryRegistry? = nil, queue: Queue? = nil, reader: String = "bench 1",
        overwrite: Bool = false, keys: AvailableKeys = AvailableKeys(), allowsUntried: Bool = false,
        isUnderHub: Bool = false
    ) throws {
        let registry = registry ?? MemoryRegistry(batch.tags)
        self.registry = registry
        link = EmulatedTagLink(antenna)
        port = BenchPort(reader: try #require(ReaderName(reader)), registry: registry, queue: queue ?? Queue(batch))
        let session = WriteSession(
            batch: batch.name, reader: port.reader, overwrite: overwrite, rules: batch.rules,
            keys: keys, isDoubtful: batch.isDoubtful, isUnderHub: isUnderHub)
        driver = WriteSessionDriver(session, link: link, port: port, allowsUntried: allowsUntried)
        antenna.observe { [antenna, exchange] event in
            switch event {
            case .inserted: if let tag = antenna.anyTag { registry.expect(tag, on: reader) }
            case .command, .removed: if let tag = antenna.anyTag { registry.inspect(tag, on: reader) }
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

    var queue: Queue { port.queue }
    var reports: [WriteReport] { port.reports }
    /// What is to be done next.
    var action: WriteSession.Action { driver.action }
    /// The tag that the next new chip on this reader becomes.
    var next: Registry.Tag? { queue.signs.next(for: port.reader) }

    /// Whether nothing is to be done before the field changes, or the reader is back.
    var isWaiting: Bool { action == .select(pause: true) || action == .awaitReader }

    /// Puts a tag down and works until nothing is to be done with it any more.
    func present(_ tag: any EmulatedTag, sourceLocation: SourceLocation = #_sourceLocation) async throws {
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

    /// The same with a tag of any kind.
    func takeAny() async throws -> any EmulatedTag {
        let tag = antenna.take()
        try await settle()
        return try #require(tag)
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
    func step() async throws { try await driver.step() }
}
