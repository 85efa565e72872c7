/// How often and how long a request is tried.
struct RetryPolicy: Sendable {
    /// Tries of a request that got no answer, or that failed on the server.
    var tries = 6
    /// Tries with a token that was refused, each a new one.
    var tokens = 4
    /// Seconds before the second try; each further wait is twice as long.
    var firstWait = 0.25
    /// Seconds to wait when the hour's requests are used up and nothing says for how long: in a minute some of a rolling
    /// hour are free again.
    var emptyWait = 60.0
    /// Seconds that one request may wait for the rate limit in all.
    var longestWait = 3.0 * 3600

    /// Seconds before the try after `failures` failures.
    func wait(after failures: Int) -> Double { min(firstWait * Double(1 << min(failures - 1, 10)), 30) }

    /// Seconds after the `refusals`-th refusal for the rate limit that named no time.
    func emptyWait(after refusals: Int) -> Double { min(emptyWait * Double(1 << min(refusals - 1, 4)), 600) }
}
