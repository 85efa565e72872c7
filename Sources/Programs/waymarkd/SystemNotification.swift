import CSystemd

/// Notifies systemd of the daemon's state, when systemd has asked for it (`Type=notify`, `WatchdogSec=`).
enum SystemNotification {
    /// Wraps `sd_notify`. Without `NOTIFY_SOCKET` it does nothing.
    static func send(_ state: State) { _ = unsafe sd_notify(0, state.rawValue) }

    enum State: String {
        case ready = "READY=1\nSTATUS=The registry is open"
        case stopping = "STOPPING=1\nSTATUS=Ending write jobs"
        case alive = "WATCHDOG=1"
    }

    /// After how long without ``State/alive`` the daemon is taken for stuck; nil without a watchdog. Workers inherit
    /// nothing of it. Wraps `sd_watchdog_enabled`.
    static func watchdogLimit() -> Duration? {
        var microseconds: UInt64 = 0
        guard unsafe sd_watchdog_enabled(1, &microseconds) > 0 else { return nil }
        return .microseconds(Int64(clamping: microseconds))
    }
}
