import CLinux
import Glibc

/// A listening Unix stream socket, whose file goes away with it.
public struct UnixListener: ~Copyable, Sendable {
    public let path: String
    /// Non-blocking, so that a connection taken back by its client cannot hold up `accept`.
    public let descriptor: FileDescriptor
    private let identity: FileIdentity

    /// Listens at `path`, with the file's permission bits set before anyone can connect.
    ///
    /// A socket file that nobody listens at is removed first. Two programs that start at once may both find it
    /// so; an `ExclusiveLock` keeps them apart. `backlog` is how many
    /// connections may wait for `accept`, as far as net.core.somaxconn allows. See: man 7 unix
    public static func listen(
        at path: String, mode: UInt32 = 0o660, backlog: Int32 = 4_096
    ) throws(SystemError) -> UnixListener {
        let address = try UnixSocketAddress(path)
        try removeStaleSocket(address)
        let socket = try UnixSocketAddress.makeSocket(nonblocking: true)
        let message = "cannot listen at \(path)"
        // Linux gives the file the socket's own bits less the umask: closed to all until chmod opens it.
        guard fchmod(socket.rawValue, 0) == 0 else { throw SystemError(message, call: "fchmod", path: path) }
        guard unsafe address.call({ unsafe bind(socket.rawValue, $0, $1) }) == 0 else {
            throw SystemError(message, call: "bind", path: path)
        }
        guard let identity = FileIdentity(path) else { throw SystemError(message, call: "lstat", path: path) }
        let listener = UnixListener(path: path, descriptor: socket, identity: identity)
        guard unsafe chmod(path, mode) == 0 else { throw SystemError(message, call: "chmod", path: path) }
        // Until this call connections are refused.
        guard Glibc.listen(listener.descriptor.rawValue, backlog) == 0 else {
            throw SystemError(message, call: "listen", path: path)
        }
        return listener
    }

    private init(path: String, descriptor: consuming FileDescriptor, identity: FileIdentity) {
        self.path = path
        self.descriptor = descriptor
        self.identity = identity
    }

    deinit {
        // Another program may have put its own socket there: only ours is removed.
        if FileIdentity(path) == identity { unsafe unlink(path) }
    }

    /// Takes the next connection, or nil when there was none by the deadline. Blocks the calling thread.
    ///
    /// See: man 2 accept4
    public func accept(until deadline: ContinuousClock.Instant? = nil) throws(SystemError) -> UnixConnection? {
        while true {
            let number = accept4(descriptor.rawValue, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
            if number >= 0 {
                let connection = FileDescriptor(owning: number)
                return try UnixConnection(owning: connection)
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EAGAIN:
                let events = try descriptor.poll(.input, until: deadline)
                if events.isEmpty { return nil }
                // A non-blocking socket that was shut goes on answering EAGAIN; only poll tells.
                if !events.isDisjoint(with: .ended) {
                    throw SystemError(
                        "cannot accept a connection at \(path)", call: "accept4", errno: EINVAL, path: path)
                }
            default: throw SystemError("cannot accept a connection at \(path)", call: "accept4", path: path)
            }
        }
    }

    /// Makes a thread waiting in `accept` return with `invalid`, and refuses connections from now on.
    ///
    /// See: man 2 shutdown
    public func shut() { _ = shutdown(descriptor.rawValue, Int32(SHUT_RDWR)) }

    private static func removeStaleSocket(_ address: UnixSocketAddress) throws(SystemError) {
        let path = address.path
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw SystemError(
                code: .inUse, message: "cannot listen at \(path)",
                reason: "a file that is no socket is there",
                next: "move it away, or choose another path", call: "bind", path: path)
        }
        // Non-blocking: a listener with a full backlog answers EAGAIN and is alive.
        let probe = try UnixSocketAddress.makeSocket(nonblocking: true)
        let result = uninterrupted { unsafe address.call { unsafe connect(probe.rawValue, $0, $1) } }
        guard result != 0, errno == ECONNREFUSED else {
            let reason =
                result == 0 || errno == EAGAIN ? "another program listens there" : SystemError.reason(errno)
            throw SystemError(
                code: .inUse, message: "cannot listen at \(path)", reason: reason,
                next: "find it: fuser -v \(path)", call: "bind", errno: result == 0 ? EADDRINUSE : errno,
                path: path)
        }
        guard unsafe unlink(path) == 0 else {
            throw SystemError("cannot remove the stale socket \(path)", call: "unlink", path: path)
        }
    }
}
