import CLinux
public import Faults
import Glibc

/// A listening Unix stream socket. Its file goes away with it, unless the socket was taken over.
public struct UnixListener: ~Copyable, Sendable {
    public let path: String
    /// Non-blocking, so that a connection taken back by its client cannot hold up `accept`.
    public let descriptor: FileDescriptor
    /// The file that is ours; nil when the socket was taken over.
    private let identity: FileIdentity?
    private let wakeUp: Pipe

    /// Listens at `path`, with the file's permission bits set before anyone can connect.
    ///
    /// A socket file without a listener is removed first. Two programs that start at once may both find it
    /// so; an `ExclusiveLock` prevents that. `backlog` is how many connections may wait for `accept`, up to
    /// net.core.somaxconn. See: man 7 unix
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
        let listener = try UnixListener(path: path, descriptor: socket, identity: identity)
        guard unsafe chmod(path, mode) == 0 else { throw SystemError(message, call: "chmod", path: path) }
        // Until this call connections are refused.
        guard Glibc.listen(listener.descriptor.rawValue, backlog) == 0 else {
            throw SystemError(message, call: "listen", path: path)
        }
        return listener
    }

    /// Takes over a listening socket that another process has bound: systemd, which starts a service when a client
    /// connects.
    ///
    /// File and socket still belong to that process. A client that connects after this listener is gone waits for the
    /// next one. See: man 5 systemd.socket, man 7 socket (SO_ACCEPTCONN)
    public static func takeOver(_ descriptor: consuming FileDescriptor) throws(SystemError) -> UnixListener {
        let number = descriptor.rawValue
        guard let path = UnixSocketAddress.path(ofSocket: number), isListening(number) else {
            throw SystemError(
                code: .invalid, message: "cannot take over descriptor \(number)",
                reason: "it is not a listening Unix stream socket",
                next: "in the socket unit, give ListenStream= the path of a socket", call: "getsockname")
        }
        let flags = fcntl(number, F_GETFL)
        guard flags >= 0, fcntl(number, F_SETFL, flags | O_NONBLOCK) == 0 else {
            throw SystemError("cannot take over the socket \(path)", call: "fcntl", path: path)
        }
        return try UnixListener(path: path, descriptor: descriptor, identity: nil)
    }

    private init(
        path: String, descriptor: consuming FileDescriptor, identity: FileIdentity?
    ) throws(SystemError) {
        self.path = path
        self.descriptor = descriptor
        self.identity = identity
        wakeUp = try FileDescriptor.pipe()
    }

    deinit {
        // Another program may have put its own socket there: only ours is removed.
        if let identity, FileIdentity(path) == identity { unsafe unlink(path) }
    }

    private static func isListening(_ descriptor: Int32) -> Bool {
        [(SO_ACCEPTCONN, 1), (SO_TYPE, Int32(SOCK_STREAM.rawValue))].allSatisfy { option, wanted in
            var value: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            return unsafe getsockopt(descriptor, SOL_SOCKET, option, &value, &length) == 0 && value == wanted
        }
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
                switch try FileDescriptor.firstReadable(wakeUp.output, descriptor, until: deadline) {
                case nil: return nil
                // A non-blocking socket that was shut still returns EAGAIN.
                case wakeUp.output.rawValue:
                    throw SystemError(
                        "cannot accept a connection at \(path)", call: "accept4", errno: EINVAL, path: path)
                default: continue
                }
            default: throw SystemError("cannot accept a connection at \(path)", call: "accept4", path: path)
            }
        }
    }

    /// Makes a thread waiting in `accept` return with `invalid`. From now on connections are refused, or wait when the
    /// socket was taken over: shutting that would shut it for its owner.
    ///
    /// See: man 2 shutdown
    public func shut() {
        try? wakeUp.input.write([0])
        if identity != nil { _ = shutdown(descriptor.rawValue, Int32(SHUT_RDWR)) }
    }

    private static func removeStaleSocket(_ address: UnixSocketAddress) throws(SystemError) {
        let path = address.path
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw SystemError(
                code: .inUse, message: "cannot listen at \(path)",
                reason: "a file that is not a socket is there",
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
