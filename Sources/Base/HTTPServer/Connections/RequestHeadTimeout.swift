import Glibc
import Synchronization

/// Connections whose request line and header are not complete yet. One that takes too long is shut: a client that sends
/// a byte now and then would hold it forever, and libmicrohttpd only counts the silence between bytes.
final class RequestHeadTimeout: Sendable {
    private let limit: Duration
    private let since = Mutex<[Int32: ContinuousClock.Instant]>([:])

    init(limit: Duration) {
        self.limit = limit
    }

    /// A connection waits for a request from now on: it is new, or its last request is done.
    func expect(on socket: Int32) { since.withLock { $0[socket] = .now } }

    /// The header is there, or the connection is about to be closed: after this its number may be another's.
    func forget(_ socket: Int32) { since.withLock { _ = $0.removeValue(forKey: socket) } }

    /// Shuts the one of these that has waited longest. False when none of them waits.
    @discardableResult
    func shutOldest(of sockets: some Sequence<Int32>) -> Bool {
        since.withLock { since in
            let waiting = sockets.compactMap { socket in since[socket].map { (socket, $0) } }
            guard let (socket, _) = waiting.min(by: { $0.1 < $1.1 }) else { return false }
            shutdown(socket, Int32(SHUT_RDWR))
            since[socket] = nil
            return true
        }
    }

    /// Shuts what has waited too long, until the task is cancelled. The daemon's thread sees the end, and closes.
    func run() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: limit / 4)
            since.withLock { since in
                let now = ContinuousClock.now
                for (socket, start) in since where start.duration(to: now) > limit {
                    shutdown(socket, Int32(SHUT_RDWR))
                    since[socket] = nil
                }
            }
        }
    }
}
