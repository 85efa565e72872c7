internal import UnixSystem

/// Notifies systemd that the worker is alive (`WatchdogSec=`). The one thread that calls libnfc sends the notification
/// between two calls: while a call hangs none is sent, and systemd ends the worker.
///
/// See: man 3 sd_watchdog_enabled
struct Pulse: ~Copyable {
    private let manager: ServiceNotifier?
    /// The longest time between two notifications; nil without a watchdog.
    private var limit: Duration?
    private var last: ContinuousClock.Instant?

    /// How long a worker that serves may be silent. The daemon waits 3 s for an answer, and gives up; opening a reader
    /// may take longer, for which the unit's own limit holds.
    private static let servingLimit = Duration.seconds(6)

    init() {
        let manager = ServiceNotifier.ofThisProcess()
        limit = manager?.watchdogLimit
        self.manager = manager
    }

    /// The longest wait for an event that keeps the notifications in time; nil without a watchdog.
    var interval: Duration? { limit.map { $0 / 3 } }

    /// Says that the worker is well, unless it has just said so.
    mutating func beat() {
        guard let interval else { return }
        let now = ContinuousClock.now
        if let last, now - last < interval / 2 { return }
        manager?.tell(.alive)
        last = now
    }

    /// The reader is open: from now on every call is a short one.
    mutating func readerIsOpen() {
        guard let limit, limit > Self.servingLimit else { return }
        self.limit = Self.servingLimit
        manager?.tell(.watchdogLimit(Self.servingLimit))
    }
}
