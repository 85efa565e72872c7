internal import Faults

/// What to do while waiting for a fix. It has no clock: the caller passes the elapsed time.
struct FixWait: Sendable {
    enum Step: Sendable, Equatable {
        case wait
        /// Report why there is none yet: a person is waiting, too.
        case tell
        case giveUp
    }

    /// The time before ``Step/tell``.
    static let notice = Duration.milliseconds(1_500)

    let limit: Duration
    private var hasTold = false

    init(limit: Duration) { self.limit = limit }

    mutating func step(after elapsed: Duration, _ code: GPSError.Code) -> Step {
        if code == .unreachable || code == .lost || elapsed >= limit { return .giveUp }
        guard !hasTold, elapsed >= Self.notice else { return .wait }
        hasTold = true
        return .tell
    }
}
