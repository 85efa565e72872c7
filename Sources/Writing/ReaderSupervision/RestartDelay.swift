/// How long to wait before a worker is started again: doubling with each failure in a row, so that a reader
/// that is broken for good costs next to nothing and one that hiccups is back at once.
public struct RestartDelay: Sendable {
    public let first: Duration
    public let longest: Duration
    /// A worker that served for so long has recovered: its next failure is a first one again.
    public let recovery: Duration
    /// So has one through which tags have answered so often: a bench that writes on between two hiccups is not kept
    /// waiting as if its reader were broken.
    public let recoveryAnswers: Int
    private var next: Duration

    public init(
        first: Duration = .milliseconds(250), longest: Duration = .seconds(30), recovery: Duration = .seconds(10),
        recoveryAnswers: Int = 20
    ) {
        self.first = first
        self.longest = longest
        self.recovery = recovery
        self.recoveryAnswers = recoveryAnswers
        next = first
    }

    /// The wait after a worker has ended that served for `duration`, with so many answers of tags.
    public mutating func afterServing(for duration: Duration, answers: Int = 0) -> Duration {
        if duration >= recovery || answers >= recoveryAnswers { next = first }
        defer { next = min(next * 2, longest) }
        return next
    }
}
