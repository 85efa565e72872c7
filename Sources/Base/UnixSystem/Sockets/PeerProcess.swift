internal import CLinux
public import Faults
internal import Glibc

/// The process that has connected to us at a Unix socket: this one, and no later one that has got its number.
public struct PeerProcess: ~Copyable, Sendable {
    public let processIdentifier: Int32
    private let handle: FileDescriptor

    /// Asks the kernel about the peer of a connected Unix socket; the descriptor is borrowed. Fails when the process has
    /// ended.
    ///
    /// Linux 6.5 and newer name the process itself. Before, the process is found by its number now: one that has got the
    /// number since it was given back, between `connect` and this call, would be taken for it.
    ///
    /// See: man 7 unix, SO_PEERCRED; SO_PEERPIDFD is in the kernel's header asm-generic/socket.h; man 2 pidfd_open
    public init(ofSocket descriptor: Int32) throws(SystemError) {
        let process = try PeerCredentials(ofSocket: descriptor).processIdentifier
        let message = "cannot tell which process is at the other end of the socket"
        var number: Int32 = -1
        var length = socklen_t(MemoryLayout<Int32>.size)
        if unsafe getsockopt(descriptor, SOL_SOCKET, 77, &number, &length) != 0 {
            guard errno == ENOPROTOOPT else { throw SystemError(message, call: "getsockopt") }
            number = pidfd_open(process, 0)
            guard number >= 0 else { throw SystemError(message, call: "pidfd_open") }
        }
        processIdentifier = process
        handle = FileDescriptor(owning: number)
    }

    /// Whether it has not ended. As long as it has not, nothing else has its number.
    public var isRunning: Bool {
        guard let events = try? handle.poll(.input, until: .now) else { return false }
        return events.isEmpty
    }
}
