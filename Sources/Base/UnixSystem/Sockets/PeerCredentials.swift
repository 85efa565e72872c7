import CLinux
public import Faults
import Glibc

/// Who is at the other end of a Unix socket, as the kernel saw it when the connection was made.
public struct PeerCredentials: Sendable, Equatable {
    public let processIdentifier: Int32
    public let user: UInt32
    public let group: UInt32
    /// The supplementary groups: a person added to a group has it here, not in `group`.
    public let groups: [UInt32]

    public init(processIdentifier: Int32, user: UInt32, group: UInt32, groups: [UInt32]) {
        self.processIdentifier = processIdentifier
        self.user = user
        self.group = group
        self.groups = groups
    }

    /// Whether the peer is in `group`, by its own or a supplementary group.
    public func belongs(to group: UInt32) -> Bool { self.group == group || groups.contains(group) }

    /// Asks the kernel about the peer of a connected Unix socket; the descriptor is borrowed.
    ///
    /// See: man 7 unix, SO_PEERCRED; SO_PEERGROUPS is in man 7 socket's kernel header asm-generic/socket.h.
    public init(ofSocket descriptor: Int32) throws(SystemError) {
        var peer = waymark_ucred()
        var length = socklen_t(MemoryLayout<waymark_ucred>.size)
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 else {
            throw SystemError("cannot tell who is at the other end of the socket", call: "getsockopt")
        }
        processIdentifier = peer.pid
        user = peer.uid
        group = peer.gid
        groups = Self.supplementaryGroups(descriptor)
    }

    /// Linux 4.13 and newer. Without an answer the peer has no supplementary groups, and so fewer rights.
    private static func supplementaryGroups(_ descriptor: Int32) -> [UInt32] {
        let option: Int32 = 59
        // A person may have 65 536 groups (NGROUPS_MAX); the kernel says ERANGE and the size it wants.
        var capacity = 64
        while capacity <= 65_536 {
            var length = socklen_t(capacity * MemoryLayout<UInt32>.size)
            var groups = [UInt32](repeating: 0, count: capacity)
            if unsafe getsockopt(descriptor, SOL_SOCKET, option, &groups, &length) == 0 {
                return Array(groups.prefix(Int(length) / MemoryLayout<UInt32>.size))
            }
            guard errno == ERANGE else { return [] }
            capacity = max(Int(length) / MemoryLayout<UInt32>.size, capacity * 2)
        }
        return []
    }
}
