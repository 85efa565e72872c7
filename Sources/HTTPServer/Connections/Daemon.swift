import CMicroHTTPD
import Glibc
import Synchronization
import UnixSystem

/// A listening socket with libmicrohttpd's thread behind it.
///
/// `@unchecked Sendable`: the daemon's pointer is used by `quiesce` and `stop` only, which the server calls one
/// after the other and once each.
@safe
final class Daemon: @unchecked Sendable {
    /// A listening socket of either kind.
    enum Listener: ~Copyable, Sendable {
        case unixSocket(UnixListener)
        case loopback(LoopbackListener)
    }

    /// The limits that libmicrohttpd keeps by itself.
    struct Limits: Sendable {
        let connections: Int
        let idleSeconds: Int
    }

    /// What the callbacks get. Kept until the daemon has stopped.
    final class Context: Sendable {
        let service: RequestService
        let isUnixSocket: Bool

        init(service: RequestService, isUnixSocket: Bool) {
            self.service = service
            self.isUnixSocket = isUnixSocket
        }
    }

    private let pointer: OpaquePointer
    private let context: Unmanaged<Context>
    private let listener: Mutex<Listener?>
    private var quiescent: Int32 = -1

    /// Starts answering.
    ///
    /// MHD_start_daemon
    init(_ listener: consuming Listener, service: RequestService, limits: Limits) throws(SystemError) {
        let isUnixSocket: Bool
        let socket: FileDescriptor
        switch listener {
        case .unixSocket(let unix):
            isUnixSocket = true
            socket = try unix.descriptor.duplicate()
        case .loopback(let loopback):
            isUnixSocket = false
            socket = try loopback.descriptor.duplicate()
        }
        let context = unsafe Unmanaged.passRetained(Context(service: service, isUnixSocket: isUnixSocket))
        // A request's line and headers must fit into the memory: more is answered with 431 or 414.
        let daemon = unsafe waymark_start_daemon(
            socket.rawValue, context.toOpaque(), Callbacks.handler, Callbacks.target, Callbacks.completed,
            UInt32(limits.connections), UInt32(limits.idleSeconds), 32 << 10)
        guard let daemon = unsafe daemon else {
            unsafe context.release()
            throw SystemError(
                code: .failed, message: "cannot start the HTTP server",
                reason: "libmicrohttpd does not start",
                next: "check the limits on threads and open files: ulimit -a", call: "MHD_start_daemon",
                errno: errno)
        }
        // From now on the daemon's.
        _ = socket.release()
        unsafe pointer = unsafe daemon
        unsafe self.context = unsafe context
        self.listener = Mutex(listener)
    }

    /// Accepts no more connections; those that wait to be accepted are refused. The socket's file is removed.
    ///
    /// MHD_quiesce_daemon
    func quiesce() {
        quiescent = unsafe MHD_quiesce_daemon(pointer)
        listener.withLock { listener in
            switch listener {
            case .unixSocket(let unix): unix.shut()
            case .loopback(let loopback): loopback.shut()
            case nil: break
            }
            listener = nil
        }
    }

    /// Closes every connection and waits for the thread. None may be suspended.
    ///
    /// MHD_stop_daemon
    func stop() {
        unsafe MHD_stop_daemon(pointer)
        // Only now: the thread might have used it until the end (microhttpd.h, MHD_quiesce_daemon).
        if quiescent >= 0 { close(quiescent) }
        unsafe context.release()
    }
}
