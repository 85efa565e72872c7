package import Registry
internal import UnixSystem

/// The roles of the peers of a Unix socket.
package struct AccessRules: Sendable {
    private let groups: [Role: Set<UInt32>]
    private let administrators: Set<UInt32>
    private let watchers: Set<UInt32>

    /// - Parameters:
    ///   - groups: the groups of each role, by number.
    ///   - administrators: users who administer, whatever their groups: root and the daemon's own.
    ///   - watchers: users who look and change nothing, whatever their groups: programs that read what strangers answer.
    package init(groups: [Role: Set<UInt32>], administrators: Set<UInt32>, watchers: Set<UInt32> = []) {
        self.groups = groups
        self.administrators = administrators
        self.watchers = watchers
    }

    /// The greatest role that the peer's user or one of its groups has. The kernel recorded the groups when the
    /// connection was made, so a network's directory of users need not answer.
    func role(of peer: PeerCredentials) -> Role? {
        if administrators.contains(peer.user) { return .administer }
        if watchers.contains(peer.user) { return .read }
        return .greatest(of: groups.filter { _, members in members.contains { peer.belongs(to: $0) } }.keys)
    }
}
