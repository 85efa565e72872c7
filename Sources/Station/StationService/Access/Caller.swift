internal import Registry
internal import UnixSystem

/// Who asks, and what they may do.
struct Caller: Sendable {
    enum Way: Sendable {
        case socket(PeerCredentials)
        case token(TokenName)
        /// A browser, with the digest of its cookie.
        case session(TokenName, digest: String)
    }

    let way: Way
    /// Nil: nothing.
    let role: Role?

    /// As the journal names them: `uid:1000 (anna)`, `token:packing-bench`.
    var actor: String {
        switch way {
        case .socket(let peer): "uid:\(peer.user) (\(peer.userName))"
        case .token(let name), .session(let name, _): "token:\(name)"
        }
    }
}
