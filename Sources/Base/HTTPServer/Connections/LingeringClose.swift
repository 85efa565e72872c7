import Glibc
import Synchronization
import UnixSystem

/// Connections that were answered before their body was read. The kernel resets a connection that is closed with bytes
/// unread, and the client may then lose the answer: so what it still sends is read and dropped for a while.
///
/// RFC 9112, section 9.6
final class LingeringClose: Sendable {
    /// Connections at a time, with a thread each. More are closed at once.
    static let limit = 16
    /// How long a client may go on sending.
    static let grace = Duration.seconds(10)

    private let state = Mutex(State())

    private struct State {
        var answered: Set<Int32> = []
        /// Sockets that are read from; their threads own them.
        var drained: Set<Int32> = []
        var isStopped = false
    }

    /// The connection's answer is sent while its body is on the way.
    func expect(_ socket: Int32) { state.withLock { _ = $0.answered.insert(socket) } }

    /// libmicrohttpd has sent everything, has closed the sending side and closes the socket after this call.
    func closing(_ socket: Int32) {
        state.withLock { state in
            guard state.answered.remove(socket) != nil, !state.isStopped, state.drained.count < Self.limit,
                let own = try? FileDescriptor.duplicate(socket).release()
            else { return }
            state.drained.insert(own)
            do {
                try DedicatedThread.start("http-linger") { self.drain(FileDescriptor(owning: own)) }
            } catch {
                state.drained.remove(own)
                close(own)
            }
        }
    }

    /// Closes what is still open.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            for socket in state.drained { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    /// Drops bytes until the client has closed, or the time is over.
    private func drain(_ socket: consuming FileDescriptor) {
        let end = ContinuousClock.now + Self.grace
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while ContinuousClock.now < end, (try? socket.poll(.input, until: end))?.isEmpty == false {
            let count = unsafe recv(socket.rawValue, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { break }
        }
        let number = socket.rawValue
        state.withLock { _ = $0.drained.remove(number) }
    }
}
