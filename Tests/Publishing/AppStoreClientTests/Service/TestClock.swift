import AppStoreClient
import Synchronization

/// A clock that moves when somebody sleeps, at once.
final class TestClock: ServiceClock {
    private let state = Mutex((now: 1_760_000_000.0, sleeps: [Double]()))

    var now: Double { state.withLock { $0.now } }

    /// Every sleep, in seconds.
    var sleeps: [Double] { state.withLock { $0.sleeps } }

    func sleep(seconds: Double) async throws {
        state.withLock { state in
            state.now += seconds
            state.sleeps.append(seconds)
        }
    }

    func advance(_ seconds: Double) { state.withLock { $0.now += seconds } }
}
