import Glibc

/// Time as the client sees it: what a token says, and how long to wait. Tests have one of their own.
package protocol ServiceClock: Sendable {
    /// Seconds since 1970-01-01 UTC.
    var now: Double { get }
    func sleep(seconds: Double) async throws
}

/// The clock of this machine.
package struct MachineClock: ServiceClock {
    package init() {}

    package var now: Double {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    package func sleep(seconds: Double) async throws { try await Task.sleep(for: .seconds(seconds)) }
}
