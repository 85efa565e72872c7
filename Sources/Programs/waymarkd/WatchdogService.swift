import Logging
import ServiceLifecycle
import StationService
import Synchronization

/// Notifies systemd regularly that the daemon does its work: before each notification the station has answered a question
/// as it answers the API's, beside the registry's writer, which may be busy.
///
/// A writer that gives no answer for ten times the limit is stuck: no notification is sent then, and systemd
/// starts the daemon anew.
///
/// See: man 3 sd_watchdog_enabled
struct WatchdogService: Service {
    let station: Station
    /// After how long systemd takes the daemon for stuck; nil without a watchdog.
    let limit: Duration?
    let logger: Logger

    var name: String { "watchdog" }

    func run() async throws {
        guard let limit else { return try await gracefulShutdown() }
        let writer = WatchedWriter(limit: limit)
        let asking = Task { [station] in
            while !Task.isCancelled {
                await station.answerAsWriter()
                writer.silence.withLock { $0.end(at: .now) }
                try? await Task.sleep(for: limit / 3)
            }
        }
        defer { asking.cancel() }
        do {
            try await cancelWhenGracefulShutdown {
                while true {
                    await station.answer()
                    if writer.silence.withLock({ $0.isEndured(at: .now) }) {
                        SystemNotification.send(.alive)
                    } else {
                        logger.error("the registry does not answer: the service manager is not notified")
                    }
                    try await Task.sleep(for: limit / 3)
                }
            }
        } catch is CancellationError {}
    }
}

/// What two tasks know of the registry's writer.
private final class WatchedWriter: Sendable {
    let silence: Mutex<WriterSilence>

    init(limit: Duration) { silence = Mutex(WriterSilence(limit: limit, since: .now)) }
}

/// For how long the registry's writer has given no answer.
struct WriterSilence {
    /// How many times the watchdog's limit a busy writer may take.
    static let longestInLimits = 10

    private let limit: Duration
    private var start: ContinuousClock.Instant

    init(limit: Duration, since start: ContinuousClock.Instant) {
        self.limit = limit
        self.start = start
    }

    /// The writer has answered.
    mutating func end(at time: ContinuousClock.Instant) { start = time }

    func isEndured(at time: ContinuousClock.Instant) -> Bool { time - start < limit * Self.longestInLimits }
}
