internal import Registry
internal import Synchronization

/// Whether a request has changed the registry, or may have.
final class HeardChange: Sendable {
    private let flag = Atomic(false)

    var isHeard: Bool { flag.load(ordering: .acquiring) }

    var mark: ChangeMark { ChangeMark { self.flag.store(true, ordering: .releasing) } }
}
