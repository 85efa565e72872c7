internal import Synchronization

/// Wrong secrets with which stations have asked to enrol. A secret has 256 random bits: this keeps the database and the
/// processor free, not the secret.
final class WrongInvitations: Sendable {
    /// In a minute.
    static let limit = 20

    private let uptime: @Sendable () -> Duration
    /// When they came, within the last minute.
    private let times = Mutex<[Duration]>([])

    /// `uptime`: a clock that is never set.
    init(uptime: @escaping @Sendable () -> Duration) {
        self.uptime = uptime
    }

    /// Refuses every secret while too many wrong ones have come.
    func check() throws {
        let now = uptime()
        let count = times.withLock { times in
            times.removeAll { $0 + .seconds(60) <= now }
            return times.count
        }
        guard count < Self.limit else {
            throw StationError(
                .tooManyAttempts, "the station does not enrol",
                why: "\(Self.limit) wrong invitations came within a minute", next: "wait a minute, and join again",
                retryAfter: 60)
        }
    }

    func note() {
        let now = uptime()
        times.withLock { $0.append(now) }
    }
}
