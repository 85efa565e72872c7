package import Logging

/// Runs services together, and stops them one after the other, the last started first.
///
/// They stop on a call of `triggerGracefulShutdown()` (from the owner of the signals), when one of them
/// fails or ends unasked, or when the task of `run()` is cancelled. A group is itself a service.
package final class ServiceGroup: Service {
    private let services: [any Service]
    private let logger: Logger
    private let deadline: Duration
    private let clock: any Clock<Duration>
    private let shutdown = GracefulShutdown()

    /// A group that starts `services` in their order.
    ///
    /// Each service has `deadline` to stop when asked; then its task is cancelled, and after as long again it is
    /// left behind, for the supervisor of the process to end.
    package init(
        services: [any Service], logger: Logger, deadline: Duration = .seconds(10),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.services = services
        self.logger = logger
        self.deadline = deadline
        self.clock = clock
    }

    /// Asks all services to stop, in order. Returns at once; asked before `run()`, none is started.
    package func triggerGracefulShutdown() { shutdown.request() }

    /// Returns when all services have stopped. Rethrows the first error if one of them failed. Call it once.
    package func run() async throws {
        guard !shutdown.isRequested else { return }
        let (events, happened) = AsyncStream.makeStream(of: GroupRun.Event.self)
        // A task of its own: in a cancelled one the stream would end, and bringing services down has then begun.
        let work = Task { [services, logger, deadline, clock] in
            var run = GroupRun(services, logger: logger, deadline: deadline, clock: clock, events: happened)
            var remaining = events.makeAsyncIterator()
            while !run.isOver, let event = await remaining.next() { run.take(event) }
            if let error = run.firstError { throw error }
        }
        let number = shutdown.add { happened.yield(.shutdownRequested) }
        defer { if let number { shutdown.remove(number) } }
        try await withTaskCancellationHandler {
            try await withGracefulShutdownHandler {
                try await work.value
            } onGracefulShutdown: { [shutdown] in
                shutdown.request()
            }
        } onCancel: {
            happened.yield(.cancelled)
        }
    }
}
