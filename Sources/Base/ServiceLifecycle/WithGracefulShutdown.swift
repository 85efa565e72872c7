/// Runs `operation`, and the handler as soon as the service it belongs to is asked to stop.
///
/// The handler runs at once if the request has come already, on whatever thread made it, so it must be brief. It
/// is dropped when the operation ends. Outside a service nothing ever asks.
package func withGracefulShutdownHandler<Value>(
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Value,
    onGracefulShutdown handler: @escaping @Sendable () -> Void
) async rethrows -> Value {
    guard let shutdown = GracefulShutdown.current else { return try await operation() }
    let number = shutdown.add(handler)
    defer { if let number { shutdown.remove(number) } }
    return try await operation()
}

/// Returns when the service is asked to stop; throws `CancellationError` when its task is cancelled before.
package func gracefulShutdown() async throws {
    let (requests, request) = AsyncStream.makeStream(of: Never.self)
    await withGracefulShutdownHandler {
        for await _ in requests {}
    } onGracefulShutdown: {
        request.finish()
    }
    if GracefulShutdown.current?.isRequested != true { throw CancellationError() }
}

/// Runs `operation` in a task that is cancelled when the service is asked to stop: for work that may end anywhere.
package func cancelWhenGracefulShutdown<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let task = Task { try await operation() }
    return try await withTaskCancellationHandler {
        try await withGracefulShutdownHandler {
            try await task.value
        } onGracefulShutdown: {
            task.cancel()
        }
    } onCancel: {
        task.cancel()
    }
}
