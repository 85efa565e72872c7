import Glibc
import UnixSystem

/// Who is at the other end, as far as connections are counted.
enum ConnectionPeer: Hashable, Sendable {
    /// A user of this computer, on a Unix socket.
    case user(UInt32)
    /// A host on IPv4, or a network on IPv6: a host there has all of a /64 (RFC 4291, section 2.5.4).
    case network([UInt8])
    case unknown

    /// See: man 2 getpeername
    init(ofSocket socket: Int32) {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let family = unsafe withUnsafeMutableBytes(of: &address) { bytes in
            unsafe getpeername(socket, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, &length)
        }
        guard family == 0 else {
            self = .unknown
            return
        }
        switch Int32(address.ss_family) {
        case AF_UNIX: self = (try? PeerCredentials(ofSocket: socket)).map { .user($0.user) } ?? .unknown
        // The port comes first; on IPv6 a flow label follows it.
        case AF_INET: self = .network(Self.bytes(of: address, 4..<8))
        case AF_INET6: self = .network(Self.bytes(of: address, 8..<16))
        default: self = .unknown
        }
    }

    private static func bytes(of address: sockaddr_storage, _ range: Range<Int>) -> [UInt8] {
        unsafe withUnsafeBytes(of: address) { unsafe Array($0[range]) }
    }
}
