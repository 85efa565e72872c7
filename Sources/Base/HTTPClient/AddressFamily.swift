internal import Glibc

/// One of the two kinds of Internet addresses.
package enum AddressFamily: String, Sendable, CaseIterable {
    case ipv4 = "IPv4"
    case ipv6 = "IPv6"

    /// Whether the kernel of this machine knows the family at all.
    package var isKnown: Bool {
        let descriptor = socket(domain, Int32(SOCK_DGRAM.rawValue), 0)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }

    /// Whether this machine has a route to the Internet in this family. Nothing is sent.
    ///
    /// To connect a datagram socket only chooses a route and an own address. See: man 2 connect
    package var hasRoute: Bool {
        let descriptor = socket(domain, Int32(SOCK_DGRAM.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        switch self {
        case .ipv4:
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(9).bigEndian
            // Kept for documentation: 192.0.2.1 (RFC 5737).
            address.sin_addr.s_addr = UInt32(0xC000_0201).bigEndian
            return unsafe withUnsafePointer(to: &address) { start in
                unsafe start.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
        case .ipv6:
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = in_port_t(9).bigEndian
            // Kept for documentation: 2001:db8:: (RFC 3849).
            unsafe address.sin6_addr.__in6_u.__u6_addr16.0 = UInt16(0x2001).bigEndian
            unsafe address.sin6_addr.__in6_u.__u6_addr16.1 = UInt16(0x0DB8).bigEndian
            return unsafe withUnsafePointer(to: &address) { start in
                unsafe start.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
                }
            }
        }
    }

    /// The family of an address that is written as a number, perhaps with a port or in brackets; nil for a name.
    package init?(ofLiteral host: String) {
        if host.hasPrefix("[") || host.count(where: { $0 == ":" }) > 1 {
            self = .ipv6
        } else {
            let name = host.prefix { $0 != ":" }
            guard !name.isEmpty, name.allSatisfy({ $0 == "." || ("0"..."9").contains($0) }) else { return nil }
            self = .ipv4
        }
    }

    private var domain: Int32 { self == .ipv4 ? AF_INET : AF_INET6 }
}
