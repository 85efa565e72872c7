import Glibc

/// Reports the state of this process to systemd, which runs it as a service.
///
/// Sends the messages of `sd_notify` of libsystemd, for a process that loads as few libraries as possible.
/// See: man 3 sd_notify, "Notes"
public final class ServiceNotifier: Sendable {
    private let socket: FileDescriptor
    private let address: UnixSocketAddress
    /// After how long without a ``Word/alive`` it ends this process; nil when it does not watch.
    public let watchdogLimit: Duration?

    private init(_ socket: consuming FileDescriptor, _ address: UnixSocketAddress, watchdogLimit: Duration?) {
        self.socket = socket
        self.address = address
        self.watchdogLimit = watchdogLimit
    }

    public enum Word: Equatable, Sendable {
        case alive
        /// From now on the process is to be ended after so long without a ``alive``.
        case watchdogLimit(Duration)

        var text: String {
            switch self {
            case .alive: "WATCHDOG=1"
            case .watchdogLimit(let limit): "WATCHDOG_USEC=\(Int64(limit / .microseconds(1)))"
            }
        }
    }

    /// Reads `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`. Nil when this process is not the one that was started as
    /// the service, or its manager cannot be reached.
    public static func ofThisProcess() -> ServiceNotifier? {
        guard let name = value("NOTIFY_SOCKET"), let address = try? UnixSocketAddress(ofManager: name) else {
            return nil
        }
        // A process that the service has started inherits the variables and is not meant.
        if let process = value("WATCHDOG_PID"), Int32(process) != getpid() { return nil }
        let number = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { return nil }
        let limit = value("WATCHDOG_USEC").flatMap { Int64($0) }.flatMap { $0 > 0 ? Duration.microseconds($0) : nil }
        return ServiceNotifier(FileDescriptor(owning: number), address, watchdogLimit: limit)
    }

    /// Without an error: a manager that does not hear ends the process when it must.
    public func tell(_ word: Word) {
        let text = Array(word.text.utf8)
        let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
        _ = uninterrupted {
            unsafe address.call { address, length in
                Int32(unsafe sendto(socket.rawValue, text, text.count, flags, address, length))
            }
        }
    }

    private static func value(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }
}
