internal import API
internal import Faults
internal import Logging
internal import Registry
internal import Synchronization

/// The states that the station is in at the moment, and who waits for the end of one.
final class StationConditions: Sendable {
    private struct Content {
        var conditions: [StationCondition.Name: StationCondition] = [:]
        var waiting = Numbered<AsyncStream<Void>.Continuation>()
    }

    private let content = Mutex(Content())
    private let now: @Sendable () -> Timestamp
    private let logger: Logger

    init(now: @escaping @Sendable () -> Timestamp, logger: Logger) {
        self.now = now
        self.logger = logger
    }

    /// By name.
    var current: [StationCondition] {
        content.withLock { Array($0.conditions.values) }.sorted { $0.name.rawValue < $1.name.rawValue }
    }

    subscript(name: StationCondition.Name) -> StationCondition? { content.withLock { $0.conditions[name] } }

    /// The states in which the journal cannot be written.
    static let unwritable: Set<StationCondition.Name> = [.diskFull, .diskReadOnly, .diskFailing]

    var isWritable: Bool { content.withLock { Self.unwritable.isDisjoint(with: $0.conditions.keys) } }

    /// The station is in this state; said once, and kept up to date.
    func raise(_ name: StationCondition.Name, _ message: String, why: String, next: String) {
        let time = now()
        let isNew = content.withLock { content in
            let since = content.conditions[name]?.since
            content.conditions[name] = StationCondition(
                name, since: since ?? time, message: message, why: why, next: next)
            return since == nil
        }
        guard isNew else { return }
        let level: Logger.Level = name.severity == .failing ? .error : .warning
        logger.log(level: level, "\(message): \(why)", metadata: ["code": name.rawValue, "next": next])
    }

    /// The station is in this state no more.
    func clear(_ names: StationCondition.Name...) {
        let (ended, waiting) = content.withLock { content in
            let ended = names.filter { content.conditions.removeValue(forKey: $0) != nil }
            return (ended, ended.isEmpty ? [] : Array(content.waiting.values))
        }
        for name in ended { logger.notice("the station has recovered", metadata: ["code": name.rawValue]) }
        for one in waiting { one.yield() }
    }

    /// Raises the condition that an error of the registry shows, if any.
    func note(_ error: RegistryError) {
        let name: StationCondition.Name? =
            switch error.code {
            case .diskFull: .diskFull
            case .diskReadOnly: .diskReadOnly
            case .diskFailing: .diskFailing
            case .registryDamaged: .registryDamaged
            default: nil
            }
        guard let name else { return }
        raise(name, error.message, why: error.reason, next: error.next)
    }

    /// Waits until the journal can be written again. False when the task is cancelled before.
    func untilWritable() async -> Bool {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = content.withLock { $0.waiting.add(continuation) }
        defer { content.withLock { $0.waiting[number] = nil } }
        var iterator = changes.makeAsyncIterator()
        while !isWritable {
            guard await iterator.next() != nil else { return false }
        }
        return true
    }
}
