import UnixSystem

/// Runs work that has no end of its own until a signal asks it to end, which may interrupt it anywhere.
func untilSignalled(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let signals = try Signals.stream(of: Signals.ending)
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await work() }
        group.addTask { for await _ in signals { return } }
        do {
            try await group.next()
        } catch is CancellationError {}
        group.cancelAll()
    }
}
