import CMicroHTTPD
internal import Faults
import Glibc
import Synchronization
import UnixSystem

/// A listening socket with libmicrohttpd's thread behind it.
///
/// `@unchecked Sendable`: the daemon's pointer is used by `quiesce` and `stop` only, which the server calls one
/// after the other and once each.
@safe
final class MicroHTTPDaemon: @unchecked Sendable {
    /// A listening socket of either kind.
    enum Listener: ~Copyable, Sendable {
        case unixSocket(UnixListener)
        case tcp(TCPListener)
    }

    /// How a daemon's connections reach it.
    enum Origin: Sendable {
        case unixSocket
        case tcp(port: UInt16, isEncrypted: Bool, isOnLoopback: Bool)

        var isUnixSocket: Bool { if case .unixSocket = self { true } else { false } }
    }

    /// The limits that libmicrohttpd keeps by itself.
    struct Limits: Sendable {
        let connections: Int
        let idleSeconds: Int
    }

    /// What the callbacks get. Kept until the daemon has stopped.
    final class Context: Sendable {
        let service: RequestService
        let origin: Origin

        init(service: RequestService, origin: Origin) {
            self.service = service
            self.origin = origin
        }
    }

    private let pointer: OpaquePointer
    private let context: Unmanaged<Context>
    private let listener: Mutex<Listener?>
    private var quiescent: Int32 = -1

    /// Starts answering; with a certificate over TLS.
    ///
    /// MHD_start_daemon
    init(
        _ listener: consuming Listener, certificate: WebServer.Certificate? = nil, service: RequestService,
        limits: Limits
    ) throws(SystemError) {
        let origin: Origin
        let socket: FileDescriptor
        switch listener {
        case .unixSocket(let unix):
            origin = .unixSocket
            socket = try unix.descriptor.duplicate()
        case .tcp(let tcp):
            origin = .tcp(port: tcp.port, isEncrypted: certificate != nil, isOnLoopback: tcp.isOnLoopback)
            socket = try tcp.descriptor.duplicate()
        }
        let context = unsafe Unmanaged.passRetained(Context(service: service, origin: origin))
        // A request's line and headers must fit into the memory: more is answered with 431 or 414.
        let daemon = unsafe waymark_start_daemon(
            socket.rawValue, context.toOpaque(), Callbacks.handler, Callbacks.target, Callbacks.completed,
            Callbacks.connection,
            UInt32(limits.connections), UInt32(limits.idleSeconds), 32 << 10, certificate?.chain, certificate?.key)
        guard let daemon = unsafe daemon else {
            unsafe context.release()
            throw SystemError(
                code: .failed, message: "cannot start the HTTP server",
                reason: certificate == nil ? "libmicrohttpd does not start" : "libmicrohttpd refuses the certificate",
                next: certificate == nil
                    ? "check the limits on threads and open files: ulimit -a"
                    : "give a PEM certificate and the key that belongs to it", call: "MHD_start_daemon",
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
            case .tcp(let tcp): tcp.shut()
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
