internal import Synchronization

/// Work that is done one at a time, in the order in which it came; only so many may wait. Who is cancelled does not wait
/// any more.
final class Turns: Sendable {
    private struct Waiting {
        let number: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var isBusy = false
        var numbers = 0
        var waiting: [Waiting] = []
        /// Work whose task was cancelled, as long as it is in ``Turns/wait(orElse:)``.
        var cancelled: Set<Int> = []

        mutating func take(_ number: Int) -> Waiting? {
            waiting.firstIndex { $0.number == number }.map { waiting.remove(at: $0) }
        }
    }

    private let limit: Int
    private let state = Mutex(State())

    init(waiting limit: Int) {
        self.limit = limit
    }

    /// Does something alone. Throws what `full` makes of the number of those who wait when there are too many, and
    /// `CancellationError` when the task is cancelled while it waits.
    func alone<Value: Sendable>(
        orElse full: @Sendable (_ waiting: Int) -> StationError, _ work: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await wait(orElse: full)
        defer { pass() }
        return try await work()
    }

    /// Throws where work that came now could not even wait.
    func check(orElse full: (_ waiting: Int) -> StationError) throws {
        let waiting = state.withLock { $0.waiting.count }
        guard waiting < limit else { throw full(waiting) }
    }

    private func wait(orElse full: @Sendable (_ waiting: Int) -> StationError) async throws {
        let number = state.withLock { state in
            state.numbers += 1
            return state.numbers
        }
        defer { _ = state.withLock { $0.cancelled.remove(number) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.contains(number) { return .failure(CancellationError()) }
                    guard state.isBusy else {
                        state.isBusy = true
                        return .success(())
                    }
                    guard state.waiting.count < limit else { return .failure(full(state.waiting.count)) }
                    state.waiting.append(Waiting(number: number, continuation: continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            // It may not wait yet, or not any more.
            let waiting = state.withLock { state in
                state.cancelled.insert(number)
                return state.take(number)
            }
            waiting?.continuation.resume(throwing: CancellationError())
        }
    }

    /// The turn goes to the next one without being free in between.
    private func pass() {
        let next: Waiting? = state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.isBusy = false
            return nil
        }
        next?.continuation.resume()
    }
}
