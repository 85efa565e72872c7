internal import Registry
internal import UnixSystem

/// Who asks, and what they may do.
struct Caller: Sendable {
    enum Way: Sendable {
        case socket(PeerCredentials)
        /// A program, with the digest of its secret: another token may come to have the name.
        case token(TokenName, digest: String)
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
        case .token(let name, _), .session(let name, _): Self.actor(of: name)
        }
    }

    /// Who it is, for what is counted by caller. The directory of users, which may take long, is not asked for a name.
    var account: String {
        switch way {
        case .socket(let peer): "uid:\(peer.user)"
        case .token(let name, _), .session(let name, _): Self.actor(of: name)
        }
    }

    /// As the journal names what has a token.
    static func actor(of token: TokenName) -> String { "token:\(token)" }
}
