import Synchronization

/// The connections of one endpoint, by peer. One peer cannot hold them all: beyond its share its oldest connection that
/// waits for a request gives way, and where each is busy the new one is answered with 503. When the endpoint is full, the
/// oldest one that waits gives way, whose ever it is.
final class ConnectionLimits: Sendable {
    private let total: Int
    private let perPeer: Int
    private let heads: RequestHeadTimeout
    private let state = Mutex(State())

    private struct State {
        var peers: [Int32: ConnectionPeer] = [:]
        var counts: [ConnectionPeer: Int] = [:]
        /// Those that came when their peer had its share.
        var surplus: Set<Int32> = []
    }

    init(total: Int, perPeer: Int, heads: RequestHeadTimeout) {
        self.total = total
        self.perPeer = perPeer
        self.heads = heads
    }

    /// A connection is there, and waits for its first request.
    func begin(_ socket: Int32) {
        let peer = ConnectionPeer(ofSocket: socket)
        state.withLock { state in
            state.peers[socket] = peer
            state.counts[peer, default: 0] += 1
            if state.counts[peer, default: 0] > perPeer {
                let own = state.peers.filter { $0.value == peer }.keys
                if !heads.shutOldest(of: own) { state.surplus.insert(socket) }
            } else if state.peers.count > total {
                heads.shutOldest(of: state.peers.keys)
            }
        }
        heads.expect(on: socket)
    }

    /// The connection is about to be closed: after this its number may be another's.
    func end(_ socket: Int32) {
        heads.forget(socket)
        state.withLock { state in
            state.surplus.remove(socket)
            guard let peer = state.peers.removeValue(forKey: socket), let count = state.counts[peer] else { return }
            state.counts[peer] = count == 1 ? nil : count - 1
        }
    }

    /// Whether the connection's peer has more than its share, and this one is what is too much.
    func isSurplus(_ socket: Int32) -> Bool {
        state.withLock { state in
            guard state.surplus.contains(socket), let peer = state.peers[socket] else { return false }
            if state.counts[peer, default: 0] <= perPeer { state.surplus.remove(socket) }
            return state.surplus.contains(socket)
        }
    }
}
