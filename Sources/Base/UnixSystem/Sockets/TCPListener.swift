import CLinux
public import Faults
import Glibc

/// A listening TCP socket.
public struct TCPListener: ~Copyable, Sendable {
    /// The port it really has, also when any was asked for.
    public let port: UInt16
    /// Whether only programs on this computer can reach it.
    public let isOnLoopback: Bool
    /// Non-blocking.
    public let descriptor: FileDescriptor

    /// Listens at an address of this computer in numbers, `127.0.0.1` or `::1`; port 0 lets the kernel choose a free
    /// one. Connections whose other side has vanished are closed after a minute or two.
    ///
    /// See: man 7 ip, man 7 tcp
    public static func listen(
        address: String, port: UInt16, backlog: Int32 = 4_096
    ) throws(SystemError) -> TCPListener {
        let message = "cannot listen at \(address), port \(port)"
        let resolved = try unsafe resolve(address, port: port, message)
        defer { unsafe freeaddrinfo(resolved) }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let number = unsafe socket(resolved.pointee.ai_family, type, 0)
        guard number >= 0 else { throw SystemError(message, call: "socket") }
        let descriptor = FileDescriptor(owning: number)
        setOptions(number, isIPv6: unsafe resolved.pointee.ai_family == AF_INET6)
        guard unsafe bind(number, resolved.pointee.ai_addr, resolved.pointee.ai_addrlen) == 0 else {
            throw SystemError(
                message, call: "bind",
                next: "choose another port, or find its user: ss -ltnp sport = :\(port)")
        }
        guard Glibc.listen(number, backlog) == 0 else { throw SystemError(message, call: "listen") }
        return TCPListener(
            port: try boundPort(number, message), isOnLoopback: isLoopback(address), descriptor: descriptor)
    }

    /// Whether an address in numbers is one that only programs on this computer can reach.
    public static func isLoopback(_ address: String) -> Bool { address == "::1" || address.hasPrefix("127.") }

    /// See: man 3 getaddrinfo
    private static func resolve(
        _ address: String, port: UInt16, _ message: String
    ) throws(SystemError) -> UnsafeMutablePointer<addrinfo> {
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(address, "\(port)", &hints, &found) == 0, let found = unsafe found else {
            throw SystemError(
                code: .invalid, message: message, reason: "\"\(address)\" is not an address in numbers",
                next: "name one of this computer's, such as 127.0.0.1", call: "getaddrinfo")
        }
        return unsafe found
    }

    /// Accepted connections inherit these.
    private static func setOptions(_ number: Int32, isIPv6: Bool) {
        func set(_ level: Int32, _ option: Int32, to value: Int32) {
            var value = value
            unsafe setsockopt(number, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
        }
        // Lets a restarted program listen again while connections of the old one are still in TIME_WAIT.
        set(SOL_SOCKET, SO_REUSEADDR, to: 1)
        if isIPv6 { set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, to: 1) }
        set(SOL_SOCKET, SO_KEEPALIVE, to: 1)
        set(Int32(IPPROTO_TCP), TCP_KEEPIDLE, to: 30)
        set(Int32(IPPROTO_TCP), TCP_KEEPINTVL, to: 10)
        set(Int32(IPPROTO_TCP), TCP_KEEPCNT, to: 3)
        set(Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, to: 60_000)
    }

    /// See: man 2 getsockname
    private static func boundPort(_ number: Int32, _ message: String) throws(SystemError) -> UInt16 {
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(number, $0, &length) }
        }
        guard result == 0 else { throw SystemError(message, call: "getsockname") }
        // The port is at the same offset in the addresses of both families.
        return UInt16(bigEndian: address.sin6_port)
    }

    /// Refuses connections from now on.
    ///
    /// See: man 2 shutdown
    public func shut() { _ = shutdown(descriptor.rawValue, Int32(SHUT_RDWR)) }
}
