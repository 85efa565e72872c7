import CSystemd

/// Tells systemd how the daemon is, when systemd has asked for it (`Type=notify`).
enum SystemNotification {
    /// Wraps `sd_notify`. Without `NOTIFY_SOCKET` it does nothing.
    static func send(_ state: State) { _ = unsafe sd_notify(0, state.rawValue) }

    enum State: String {
        case ready = "READY=1\nSTATUS=The registry is open"
        case stopping = "STOPPING=1\nSTATUS=Ending write jobs"
    }
}
