import CLinux
import Glibc

/// A listening TCP socket on 127.0.0.1: only programs on this computer can connect.
public struct LoopbackListener: ~Copyable, Sendable {
    /// The port it really has, also when any was asked for.
    public let port: UInt16
    /// Non-blocking.
    public let descriptor: FileDescriptor

    /// Listens at `port`; 0 lets the kernel choose a free one.
    ///
    /// See: man 7 ip
    public static func listen(port: UInt16, backlog: Int32 = 4_096) throws(SystemError) -> LoopbackListener {
        let message = "cannot listen at 127.0.0.1:\(port)"
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let number = socket(AF_INET, type, 0)
        guard number >= 0 else { throw SystemError(message, call: "socket") }
        let descriptor = FileDescriptor(owning: number)
        // Lets a restarted program listen again while connections of the old one are still in TIME_WAIT.
        var yes: Int32 = 1
        unsafe setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        guard unsafe withGeneric(&address, { unsafe bind(number, $0, $1) }) == 0 else {
            throw SystemError(
                message, call: "bind",
                next: "choose another port, or find its user: ss -ltnp sport = :\(port)")
        }
        guard Glibc.listen(number, backlog) == 0 else { throw SystemError(message, call: "listen") }
        guard
            unsafe withGeneric(
                &address,
                { pointer, length in
                    var length = length
                    return unsafe getsockname(number, pointer, &length)
                }) == 0
        else { throw SystemError(message, call: "getsockname") }
        return LoopbackListener(port: UInt16(bigEndian: address.sin_port), descriptor: descriptor)
    }

    private static func withGeneric(
        _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe body(generic, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// Refuses connections from now on.
    ///
    /// See: man 2 shutdown
    public func shut() { _ = shutdown(descriptor.rawValue, Int32(SHUT_RDWR)) }
}
