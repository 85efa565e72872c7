internal import Glibc

/// What ended a wait for the daemon's next question.
package enum ReaderWait: Sendable {
    case input
    case readerGone
    case timeUp

    /// Blocks. `node` is watched for its hang-up only; -1 is none. Without a time it waits for ever.
    package init(forInputOn descriptor: Int32, node: Int32 = -1, atMost time: Duration?) {
        var entries = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: node, events: 0, revents: 0),
        ]
        let limit = time.map { $0.components.seconds * 1_000 + $0.components.attoseconds / 1_000_000_000_000_000 }
        let count = unsafe poll(&entries, 2, limit.map { Int32(clamping: $0) } ?? -1)
        if count < 0 {
            // A signal: the caller waits again.
            self = errno == EINTR ? .timeUp : .input
        } else if entries[0].revents != 0 {
            self = .input
        } else {
            self = entries[1].revents != 0 ? .readerGone : .timeUp
        }
    }
}
