import Glibc

/// Turns SIGTERM and SIGINT into a call. See: man 3 sigwait
public enum TerminationSignals {
    /// Lets both signals wait. To be called before any thread starts, because threads inherit what waits.
    public static func hold() {
        var signals = both
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Calls `handler`, on a thread of its own, when one of the signals comes or has come since `hold()`.
    public static func handle(with handler: @escaping @Sendable () -> Void) throws(EmulatorError) {
        _ = try WorkerThread {
            var signals = both
            var signal: Int32 = 0
            unsafe sigwait(&signals, &signal)
            handler()
        }
    }

    private static var both: sigset_t {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGTERM)
        unsafe sigaddset(&signals, SIGINT)
        return signals
    }
}
