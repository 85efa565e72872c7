internal import Glibc

/// How long a transaction that has lost a race waits: doubling from 5 ms, and by chance, so that two that have met do not
/// meet again.
package struct PostgresPauses {
    private let sleep: (Duration) -> Void

    /// Sleeps the thread.
    package init() { self.init(sleep: Self.sleepThread) }

    /// `sleep`: what is done instead of sleeping.
    package init(sleep: @escaping (Duration) -> Void) { self.sleep = sleep }

    /// The longest pause after this many tries: 5, 10, 20 ms and so on, at most 640 ms.
    package static func longest(after tries: Int) -> Duration { .milliseconds(5 << min(max(tries - 1, 0), 7)) }

    func pause(after tries: Int) {
        // From half of it to all of it.
        sleep(Self.longest(after: tries) * Double.random(in: 0.5...1))
    }

    /// See: man 2 nanosleep
    private static func sleepThread(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        var rest = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        var left = timespec()
        while unsafe nanosleep(&rest, &left) == -1, errno == EINTR { rest = left }
    }
}
