public import Faults
import Glibc

extension FileDescriptor {
    /// What to wait for.
    public struct Events: OptionSet, Sendable {
        public let rawValue: Int16
        public init(rawValue: Int16) { self.rawValue = rawValue }

        public static let input = Events(rawValue: Int16(POLLIN))
        public static let output = Events(rawValue: Int16(POLLOUT))
        /// The other side hung up, or the descriptor failed: reported whether asked for or not.
        public static let ended = Events(rawValue: Int16(POLLHUP | POLLERR | POLLNVAL))
    }

    /// Blocks the calling thread until an event or the deadline, whichever is first; nil waits for ever.
    ///
    /// An empty answer means that the deadline passed. See: man 2 poll
    public func poll(
        _ events: Events, until deadline: ContinuousClock.Instant? = nil
    ) throws(SystemError) -> Events {
        var entry = pollfd(fd: rawValue, events: events.rawValue, revents: 0)
        while true {
            let result = unsafe Glibc.poll(&entry, 1, Self.milliseconds(until: deadline))
            if result > 0 { return Events(rawValue: entry.revents) }
            if result < 0, errno != EINTR { throw SystemError("cannot wait for a descriptor", call: "poll") }
            // A long wait is cut into pieces, so that a time-out is not yet the deadline.
            if result == 0, let deadline, ContinuousClock.now >= deadline { return [] }
        }
    }

    /// Blocks the calling thread until one of two descriptors can be read or has ended, and gives its number, the first
    /// one's if it is both; nil at the deadline.
    ///
    /// See: man 2 poll
    static func firstReadable(
        _ first: borrowing FileDescriptor, _ second: borrowing FileDescriptor,
        until deadline: ContinuousClock.Instant? = nil
    ) throws(SystemError) -> Int32? {
        var entries = [first.rawValue, second.rawValue].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while true {
            let result = unsafe Glibc.poll(&entries, 2, milliseconds(until: deadline))
            if result > 0 { return entries.first { $0.revents != 0 }?.fd }
            if result < 0, errno != EINTR { throw SystemError("cannot wait for descriptors", call: "poll") }
            if result == 0, let deadline, ContinuousClock.now >= deadline { return nil }
        }
    }

    /// The time-out for poll: rounded up, so that it never returns early and spins.
    private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
        guard let deadline else { return -1 }
        let left = ContinuousClock.now.duration(to: deadline)
        let (seconds, attoseconds) = left.components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds < 86_400 else { return 86_400_000 }
        return Int32(seconds) * 1_000 + Int32((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
