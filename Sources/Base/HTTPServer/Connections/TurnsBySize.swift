import Synchronization

/// Lets work of so much size at a time run, in bytes or in pieces; further work waits in the order in which it came.
package final class TurnsBySize: Sendable {
    private struct State {
        var free: Int
        var numbers = 0
        var waiting: [Waiting] = []
        /// Work whose task was cancelled, as long as it is in ``TurnsBySize/wait(_:)``.
        var cancelled: Set<Int> = []

        mutating func take(_ number: Int) -> Waiting? {
            waiting.firstIndex { $0.number == number }.map { waiting.remove(at: $0) }
        }

        /// Takes out those whose turn it is now.
        mutating func next() -> [Waiting] {
            var ready: [Waiting] = []
            while let first = waiting.first, first.count <= free {
                free -= first.count
                ready.append(waiting.removeFirst())
            }
            return ready
        }
    }

    private struct Waiting {
        let number: Int
        let count: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private let limit: Int
    private let state: Mutex<State>

    package init(limit: Int) {
        self.limit = limit
        state = Mutex(State(free: limit))
    }

    /// Runs work of a size when there is space for it. What is larger than the limit runs alone. Throws
    /// `CancellationError` when the task is cancelled while it waits.
    package func withTurn<Value>(_ count: Int, _ work: () async throws -> Value) async throws -> Value {
        let count = min(count, limit)
        try await wait(count)
        defer { giveBack(count) }
        return try await work()
    }

    private func wait(_ count: Int) async throws {
        let number = state.withLock { state in
            state.numbers += 1
            return state.numbers
        }
        defer { _ = state.withLock { $0.cancelled.remove(number) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let waiting = Waiting(number: number, count: count, continuation: continuation)
                change { state in
                    state.waiting.append(waiting)
                    return state.cancelled.contains(number) ? state.take(number) : nil
                }
            }
        } onCancel: {
            // It may not wait yet, or not any more.
            change { state in
                state.cancelled.insert(number)
                return state.take(number)
            }
        }
    }

    private func giveBack(_ count: Int) {
        change { state in
            state.free += count
            return nil
        }
    }

    /// Changes the state, cancels what `body` returns, and wakes those whose turn it is then.
    private func change(_ body: (inout State) -> Waiting?) {
        let (cancelled, ready) = state.withLock { state in (body(&state), state.next()) }
        cancelled?.continuation.resume(throwing: CancellationError())
        for each in ready { each.continuation.resume() }
    }
}
