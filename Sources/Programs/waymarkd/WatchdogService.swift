import ServiceLifecycle
import StationService

/// Notifies systemd regularly that the daemon does its work. Before each notification the registry has answered a
/// question, through the executor that everything else waits for. When it does not answer, no notification is sent, and
/// systemd starts the daemon anew.
///
/// See: man 3 sd_watchdog_enabled
struct WatchdogService: Service {
    let station: Station
    /// After how long systemd takes the daemon for stuck; nil without a watchdog.
    let limit: Duration?

    var name: String { "watchdog" }

    func run() async throws {
        guard let limit else { return try await gracefulShutdown() }
        do {
            try await cancelWhenGracefulShutdown {
                while true {
                    await station.answer()
                    SystemNotification.send(.alive)
                    try await Task.sleep(for: limit / 3)
                }
            }
        } catch is CancellationError {}
    }
}
