package import Registry

/// The clock of a station.
package struct StationClock: Sendable {
    let now: @Sendable () -> Timestamp
    /// The time since some moment, by a clock that is never set.
    let uptime: @Sendable () -> Duration
    /// Whether a time service, or the operator, vouches for it.
    let isConfirmed: @Sendable () -> Bool

    package init(
        now: @escaping @Sendable () -> Timestamp, uptime: @escaping @Sendable () -> Duration,
        isConfirmed: @escaping @Sendable () -> Bool
    ) {
        self.now = now
        self.uptime = uptime
        self.isConfirmed = isConfirmed
    }
}
