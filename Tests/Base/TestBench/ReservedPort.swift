import Foundation
import Glibc
import UnixSystem

/// A port of this computer that stays a test's while no server listens at it: the kernel gives it to no other socket.
///
/// A server that sets SO_REUSEADDR may listen at it, and again after it has ended; ours do, gpsd as well. A port that
/// was free a moment ago may be another test's by then. See: man 7 socket
package final class ReservedPort: Sendable {
    package let number: UInt16
    /// Bound, and never listening.
    private let holder: FileDescriptor

    /// One that the kernel chooses, at 127.0.0.1.
    package init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Self.failure }
        holder = FileDescriptor(owning: descriptor)
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isBound else { throw Self.failure }
        number = UInt16(bigEndian: place.sin_port)
    }

    private static var failure: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
