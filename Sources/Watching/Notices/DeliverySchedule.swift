/// When a delivery that failed is tried again: after a growing time with a random share, so that a receiver that comes back is
/// not met by all senders at once, until the notice is too old.
package struct DeliverySchedule: Sendable, Hashable {
    /// Seconds before the second try; each further wait is four times as long.
    package static let firstWait: Int64 = 5
    /// Seconds that no wait exceeds, that of a receiver included that asks for more.
    package static let longestWait: Int64 = 6 * 3_600

    /// A clock that is corrected by days makes no notice too old that was not tried so often.
    package static let fewestTries = 3

    /// Seconds since the notice was taken over, after which it becomes a dead letter.
    package let maximumAge: Int64

    package init(maximumAge: Int64) { self.maximumAge = maximumAge }

    /// Seconds until the next try, after `attempts` tries (at least 1). `jitter`: a random number from 0 to 1, by which the wait
    /// is 80 to 120 % of the planned one. `asked`: what the receiver has asked for (`Retry-After`), in seconds.
    package func wait(after attempts: Int, jitter: Double, asked: Int64? = nil) -> Int64 {
        var planned = Self.firstWait
        for _ in 1..<max(1, min(attempts, 10)) { planned *= 4 }
        let spread = Double(min(planned, Self.longestWait)) * (0.8 + 0.4 * min(1, max(0, jitter)))
        return min(max(Int64(spread.rounded()), asked ?? 0), Self.longestWait)
    }

    /// Whether there is no further try after `tries`. Times in seconds since 1970.
    package func isOver(since first: Int64, now: Int64, tries: Int) -> Bool {
        tries >= Self.fewestTries && now - first >= maximumAge
    }
}
