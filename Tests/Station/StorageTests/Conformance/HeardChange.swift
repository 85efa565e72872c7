import Registry
import Synchronization

/// Whether a storage says that something was changed, or may have been.
final class HeardChange: Sendable {
    private let count = Mutex(0)

    var isHeard: Bool { count.withLock { $0 > 0 } }

    var mark: ChangeMark { ChangeMark { self.count.withLock { $0 += 1 } } }
}
