/// How long to wait before a worker is started again: doubling with each failure in a row, so that a reader
/// that is broken for good costs next to nothing and one that hiccups is back at once.
public struct RestartDelay: Sendable {
    public let first: Duration
    public let longest: Duration
    /// A worker that served for so long has recovered: its next failure is a first one again.
    public let recovery: Duration
    private var next: Duration

    public init(
        first: Duration = .milliseconds(250), longest: Duration = .seconds(30), recovery: Duration = .seconds(10)
    ) {
        self.first = first
        self.longest = longest
        self.recovery = recovery
        next = first
    }

    /// The wait after a worker that served for `duration` has ended.
    public mutating func afterServing(for duration: Duration) -> Duration {
        if duration >= recovery { next = first }
        defer { next = min(next * 2, longest) }
        return next
    }
}
