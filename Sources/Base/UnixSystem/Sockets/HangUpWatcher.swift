import CLinux
public import Faults
import Glibc

/// Reports when the other side of a connection is gone, without reading from it: one thread for any number.
///
/// The descriptors are borrowed: forget each before it is closed.
public final class HangUpWatcher: Sendable {
    private let epoll: FileDescriptor
    private let wakeUp: Pipe
    private let handler: @Sendable (UInt64) -> Void
    /// The identifier of our own pipe; no connection may have it.
    private static let ownIdentifier = UInt64.max

    /// Starts the thread. `handler` is called on it, once for each connection that hangs up.
    ///
    /// See: man 7 epoll
    public init(_ handler: @escaping @Sendable (UInt64) -> Void) throws(SystemError) {
        let number = epoll_create1(O_CLOEXEC)
        guard number >= 0 else { throw SystemError("cannot watch connections", call: "epoll_create1") }
        epoll = FileDescriptor(owning: number)
        wakeUp = try FileDescriptor.pipe()
        self.handler = handler
        add(wakeUp.output.rawValue, Self.ownIdentifier, events: EPOLLIN.rawValue)
        try DedicatedThread.start("hang-ups") { [self] in run() }
    }

    /// Watches a connected socket under a number of the caller's.
    ///
    /// A Unix socket distinguishes a closed connection from a half-closed one. TCP does not: with `halfClosed`
    /// the end of what the other side sends counts as a hang-up.
    public func watch(_ descriptor: Int32, as identifier: UInt64, halfClosed: Bool) {
        let events = EPOLLONESHOT.rawValue | (halfClosed ? EPOLLRDHUP.rawValue : 0)
        add(descriptor, identifier, events: events)
    }

    /// No longer watches. A call of the handler may already be on its way.
    public func forget(_ descriptor: Int32) {
        _ = epoll_ctl(epoll.rawValue, EPOLL_CTL_DEL, descriptor, nil)
    }

    /// Ends the thread.
    public func stop() { try? wakeUp.input.write([0]) }

    private func add(_ descriptor: Int32, _ identifier: UInt64, events: UInt32) {
        var event = unsafe epoll_event()
        unsafe event.events = events
        unsafe event.data.u64 = identifier
        _ = unsafe epoll_ctl(epoll.rawValue, EPOLL_CTL_ADD, descriptor, &event)
    }

    private func run() {
        var event = unsafe epoll_event()
        while true {
            guard unsafe epoll_wait(epoll.rawValue, &event, 1, -1) == 1 else {
                if errno == EINTR { continue }
                return
            }
            let identifier = unsafe event.data.u64
            if identifier == Self.ownIdentifier { return }
            handler(identifier)
        }
    }
}
