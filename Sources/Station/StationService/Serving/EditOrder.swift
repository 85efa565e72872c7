internal import Synchronization

/// Edits of one thing one after the other, in the order in which they came.
final class EditOrder: Sendable {
    private let last = Mutex<[String: (number: Int, task: Task<Void, Never>)]>([:])
    private let count = Atomic(0)

    func alone<Value: Sendable>(
        at place: String, _ edit: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let number = count.add(1, ordering: .relaxed).newValue
        let task = last.withLock { last in
            let former = last[place]?.task
            let task = Task {
                await former?.value
                // The client may have gone while it waited: a change without an asker is not made.
                try Task.checkCancellation()
                return try await edit()
            }
            last[place] = (number, Task { _ = await task.result })
            return task
        }
        defer {
            last.withLock { last in if last[place]?.number == number { last[place] = nil } }
        }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
