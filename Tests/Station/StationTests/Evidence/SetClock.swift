import Registry
import Synchronization

/// A clock that a test sets.
final class SetClock: Sendable {
    private let time = Mutex(StationBench.now)

    var now: @Sendable () -> Timestamp { { self.time.withLock { $0 } } }

    func advance(seconds: Int64) {
        time.withLock { $0 = Timestamp(milliseconds: $0.milliseconds + seconds * 1_000) }
    }
}
