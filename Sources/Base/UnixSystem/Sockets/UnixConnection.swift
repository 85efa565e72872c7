public import Faults
import Glibc

/// A connected Unix stream socket.
///
/// One thread may read while another writes. `shut()` from any thread ends both.
public struct UnixConnection: ~Copyable, Sendable {
    public let descriptor: FileDescriptor
    /// The process that accepted or connected.
    public let peer: PeerCredentials

    /// Takes over a connected socket.
    public init(owning descriptor: consuming FileDescriptor) throws(SystemError) {
        peer = try PeerCredentials(ofSocket: descriptor.rawValue)
        self.descriptor = descriptor
    }

    /// Connects to the program that listens at `path`.
    ///
    /// See: man 2 connect, man 7 unix
    public static func connect(to path: String) throws(SystemError) -> UnixConnection {
        let address = try UnixSocketAddress(path)
        let socket = try UnixSocketAddress.makeSocket()
        let result = uninterrupted { unsafe address.call { unsafe Glibc.connect(socket.rawValue, $0, $1) } }
        guard result == 0 else { throw Self.refusal(path, errno: errno) }
        return try UnixConnection(owning: socket)
    }

    private static func refusal(_ path: String, errno number: Int32) -> SystemError {
        let message = "cannot connect to \(path)"
        return switch number {
        case ENOENT:
            SystemError(
                code: .notFound, message: message, reason: "no socket at \(path)",
                next: "start the program that listens there", call: "connect", errno: number, path: path)
        case ECONNREFUSED:
            SystemError(
                code: .refused, message: message, reason: "nothing listens at \(path)",
                next: "start the program that listens there", call: "connect", errno: number, path: path)
        default: SystemError(message, call: "connect", errno: number, path: path)
        }
    }

    /// Reads what there is, up to `count` bytes; an empty array is the end of the stream.
    ///
    /// Blocks the calling thread until the deadline, then throws `timedOut`. See: man 2 recv
    public func read(
        upTo count: Int, until deadline: ContinuousClock.Instant? = nil
    ) throws(SystemError) -> [UInt8] {
        while true {
            var number: Int32 = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                let got = uninterrupted {
                    unsafe recv(descriptor.rawValue, buffer.baseAddress, count, Int32(MSG_DONTWAIT))
                }
                number = got < 0 ? errno : 0
                filled = max(0, got)
            }
            if number == 0 { return bytes }
            guard number == EAGAIN else {
                throw SystemError("cannot read from the socket", call: "recv", errno: number)
            }
            try wait(.input, until: deadline)
        }
    }

    /// Reads exactly `count` bytes. A stream that ends earlier throws `closed`.
    public func readAll(
        _ count: Int, until deadline: ContinuousClock.Instant? = nil
    ) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = try read(upTo: count - bytes.count, until: deadline)
            guard !more.isEmpty else {
                throw SystemError(
                    code: .closed, message: "cannot read from the socket",
                    reason: "the other side closed it after \(bytes.count) of \(count) bytes",
                    next: "connect again", call: "recv")
            }
            bytes += more
        }
        return bytes
    }

    /// Writes every byte, without SIGPIPE when the other side is gone. Throws `timedOut` at the deadline.
    ///
    /// See: man 2 send
    public func write(
        _ bytes: some Collection<UInt8>, until deadline: ContinuousClock.Instant? = nil
    ) throws(SystemError) {
        let whole = ContiguousArray(bytes)
        let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
        var done = 0
        while done < whole.count {
            let sent = unsafe whole.withUnsafeBytes { buffer in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
                return uninterrupted { unsafe send(descriptor.rawValue, rest.baseAddress, rest.count, flags) }
            }
            if sent >= 0 {
                done += sent
            } else if errno == EAGAIN {
                try wait(.output, until: deadline)
            } else {
                throw SystemError("cannot write to the socket", call: "send")
            }
        }
    }

    /// Shuts the connection down in both directions: a reader on either side gets the end of the stream.
    ///
    /// See: man 2 shutdown
    public func shut() { _ = shutdown(descriptor.rawValue, Int32(SHUT_RDWR)) }

    private func wait(
        _ events: FileDescriptor.Events, until deadline: ContinuousClock.Instant?
    ) throws(SystemError) {
        guard try descriptor.poll(events, until: deadline).isEmpty else { return }
        throw SystemError(
            "the other side of the socket did not answer in time", call: "poll", errno: ETIMEDOUT)
    }
}
