/// Work that is done one at a time, in the order in which it came; only so many may wait.
actor Turns {
    private let limit: Int
    private var isBusy = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(waiting limit: Int) {
        self.limit = limit
    }

    /// Does something alone. Throws what `full` makes of the number of those who wait when there are too many.
    func alone<Value: Sendable>(
        orElse full: @Sendable (_ waiting: Int) -> StationError, _ work: @Sendable () async throws -> Value
    ) async throws -> Value {
        if isBusy {
            guard waiting.count < limit else { throw full(waiting.count) }
            await withCheckedContinuation { waiting.append($0) }
        }
        isBusy = true
        // The place goes to the next one without being free in between.
        defer { if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() } }
        return try await work()
    }
}
