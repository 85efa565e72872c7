internal import Logging
internal import Synchronization

/// Logs refusals, a few in a while: who is refused can come again at once, and the log is on a disk that fills up.
final class RefusalLog: Sendable {
    private static let period = Duration.seconds(10)
    private static let limit = 10

    private let logger: Logger
    private let state = Mutex(State())

    private struct State {
        var start: ContinuousClock.Instant?
        var count = 0
    }

    init(_ logger: Logger) { self.logger = logger }

    func warning(_ message: String, metadata: Logger.Metadata = [:]) {
        let (number, silent) = state.withLock { state in
            let now = ContinuousClock.now
            var silent = 0
            if let start = state.start, now - start < Self.period {
                state.count += 1
            } else {
                silent = max(0, state.count - Self.limit)
                (state.start, state.count) = (now, 1)
            }
            return (state.count, silent)
        }
        if silent > 0 { logger.warning("\(silent) more refusals of workers were not logged") }
        if number <= Self.limit { logger.warning(message, metadata: metadata) }
    }
}
