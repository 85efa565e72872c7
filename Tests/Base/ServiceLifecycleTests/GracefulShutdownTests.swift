import Logging
import ServiceLifecycle
import TestBench
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A service that is asked to stop` {
    private let diary = Diary()

    @Test func `runs its handlers in the order in which they came`() async throws {
        try await stop { [diary] in
            try await withGracefulShutdownHandler {
                try await withGracefulShutdownHandler {
                    diary.write("ready")
                    try await gracefulShutdown()
                } onGracefulShutdown: {
                    diary.write("second")
                }
            } onGracefulShutdown: {
                diary.write("first")
            }
        }
        #expect(diary.entries == ["service started", "ready", "first", "second", "service stopped"])
    }

    @Test func `runs a handler at once when it was asked before`() async throws {
        try await stop { [diary] in
            diary.write("ready")
            try await gracefulShutdown()
            await withGracefulShutdownHandler {
                diary.write("operation")
            } onGracefulShutdown: {
                diary.write("handler")
            }
        }
        #expect(diary.entries == ["service started", "ready", "handler", "operation", "service stopped"])
    }

    @Test func `drops a handler with its operation`() async throws {
        try await stop { [diary] in
            await withGracefulShutdownHandler {
            } onGracefulShutdown: {
                diary.write("too late")
            }
            diary.write("ready")
            try await gracefulShutdown()
        }
        #expect(diary.entries == ["service started", "ready", "service stopped"])
    }

    @Test func `may have its work cancelled, which is no failure`() async throws {
        try await stop { [diary] in
            try await cancelWhenGracefulShutdown {
                diary.write("ready")
                for await _ in AsyncStream<Never>.makeStream().stream {}
                try Task.checkCancellation()
            }
        }
        #expect(diary.entries == ["service started", "ready", "service threw CancellationError()"])
    }

    @Test func `waits for the request until it is cancelled, outside a group too`() async {
        let task = Task { try await gracefulShutdown() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    /// Runs one service and asks it to stop as soon as it is ready.
    private func stop(_ work: @escaping @Sendable () async throws -> Void) async throws {
        let group = ServiceGroup(
            services: [TestService(name: "service", diary: diary, work: work)],
            logger: Logger(label: "test", handler: CollectingLogHandler()), clock: ManualClock(diary: Diary())
        )
        async let end: Void = group.run()
        await diary.wait(for: "ready")
        group.triggerGracefulShutdown()
        try await end
    }
}
