import UnixSystem

/// Runs work that has no end of its own until SIGTERM or SIGINT, which may interrupt it anywhere.
func untilSignalled(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let signals = try Signals.stream(of: [.interrupt, .terminate])
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await work() }
        group.addTask { for await _ in signals { return } }
        do {
            try await group.next()
        } catch is CancellationError {}
        group.cancelAll()
    }
}
