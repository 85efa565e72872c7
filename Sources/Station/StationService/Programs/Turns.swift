internal import HTTPServer
internal import Synchronization

/// Work that is done one at a time, in the order in which it came; only so many may wait. Who is cancelled does not wait
/// any more.
final class Turns: Sendable {
    private let limit: Int
    private let turns = TurnsBySize(limit: 1)
    /// What runs and what waits.
    private let present = Mutex(0)

    init(waiting limit: Int) {
        self.limit = limit
    }

    /// Does something alone. Throws what `full` makes of the number of those who wait when there are too many, and
    /// `CancellationError` when the task is cancelled while it waits.
    func alone<Value: Sendable>(
        orElse full: @Sendable (_ waiting: Int) -> StationError, _ work: @Sendable () async throws -> Value
    ) async throws -> Value {
        try present.withLock { present in
            try require(present, orElse: full)
            present += 1
        }
        defer { present.withLock { $0 -= 1 } }
        return try await turns.withTurn(1, work)
    }

    /// Throws where work that came now could not even wait.
    func check(orElse full: (_ waiting: Int) -> StationError) throws(StationError) {
        try require(present.withLock(\.self), orElse: full)
    }

    private func require(_ present: Int, orElse full: (_ waiting: Int) -> StationError) throws(StationError) {
        guard present <= limit else { throw full(present - 1) }
    }
}
