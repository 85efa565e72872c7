internal import Cryptography
internal import HTTPMessages
internal import HTTPServer
internal import Registry
internal import Synchronization
internal import UnixSystem

/// Identifies callers: by the socket's peer, a token, or a session's cookie. Holds what the registry keeps of tokens,
/// so that no request waits for it.
final class AccessControl: Sendable {
    /// The cookie's name. Browsers keep cookies by host and not by port: the port in the name keeps the stations of one
    /// machine apart. Over TLS no other page of the host, and none without TLS, can set it (RFC 6265bis, 4.1.3.2).
    static func cookie(port: UInt16, isEncrypted: Bool) -> String {
        (isEncrypted ? "__Host-" : "") + "waymark-session-\(port)"
    }

    static func cookie(of request: HTTPRequest) -> String {
        cookie(port: request.port ?? 0, isEncrypted: request.isEncrypted)
    }

    private struct State {
        var tokens: [KeptToken] = []
        /// By the digests of their secrets. These have 256 random bits, so that the time of a look reveals nothing of any.
        var byDigest: [String: KeptToken] = [:]
        var byName: [TokenName: KeptToken] = [:]
        var sessions: [String: Session] = [:]
        /// How many readings have begun, and the last that was loaded.
        var readings = 0
        var loaded = 0
    }

    private let rules: AccessRules
    private let now: @Sendable () -> Timestamp
    private let state = Mutex(State())

    init(rules: AccessRules, now: @escaping @Sendable () -> Timestamp) {
        self.rules = rules
        self.now = now
    }

    /// A number for what is about to be read of the registry.
    func beginReading() -> Int {
        state.withLock { state in
            state.readings += 1
            return state.readings
        }
    }

    /// Takes what the registry kept at this reading. What was read before the last that came is old: a token in it may
    /// have been revoked since.
    func load(_ tokens: [KeptToken], _ sessions: [Session], of reading: Int) {
        state.withLock { state in
            guard reading > state.loaded else { return }
            state.loaded = reading
            state.tokens = tokens
            state.byDigest = Dictionary(tokens.map { ($0.digest, $0) }) { first, _ in first }
            state.byName = Dictionary(tokens.map { ($0.token.name, $0) }) { first, _ in first }
            state.sessions = Dictionary(sessions.map { ($0.digest, $0) }) { first, _ in first }
        }
    }

    var tokens: [KeptToken] { state.withLock(\.tokens) }

    /// Whether the end of a token or a session has come that the registry does not know of yet.
    var hasNewlyExpired: Bool {
        let now = now()
        return state.withLock { state in
            state.tokens.contains { !$0.isExpired && !$0.isGood(at: now) }
                || state.sessions.values.contains { $0.expires <= now }
        }
    }

    /// Who sends a request; nil without credentials, and with invalid ones.
    func caller(of request: HTTPRequest) -> Caller? {
        if let peer = request.peer { return Caller(way: .socket(peer), role: rules.role(of: peer)) }
        if let secret = Self.bearer(request.headers["Authorization"]) {
            return token(ofSecret: secret).map { Caller(way: .token($0.name), role: $0.role) }
        }
        return Self.cookieValue(request).flatMap(session)
    }

    /// The token that has this secret and is good.
    func token(ofSecret secret: String) -> AccessToken? {
        guard let digest = try? Secret.digest(of: secret) else { return nil }
        let now = now()
        return state.withLock { $0.byDigest[digest] }.flatMap { $0.isGood(at: now) ? $0.token : nil }
    }

    private func session(ofCookie value: String) -> Caller? {
        guard let digest = try? Secret.digest(of: value) else { return nil }
        let now = now()
        return state.withLock { state in
            guard let session = state.sessions[digest], now < session.expires, let kept = state.byName[session.token],
                kept.isGood(at: now)
            else { return nil }
            return Caller(way: .session(kept.token.name, digest: digest), role: kept.token.role)
        }
    }

    /// `Bearer SECRET` (RFC 6750, section 2.1).
    private static func bearer(_ header: String?) -> String? {
        guard let parts = header?.split(separator: " ", maxSplits: 1), parts.count == 2,
            parts[0].lowercased() == "bearer"
        else { return nil }
        return String(parts[1])
    }

    private static func cookieValue(_ request: HTTPRequest) -> String? {
        let cookie = cookie(of: request)
        for pair in (request.headers["Cookie"] ?? "").split(separator: ";") {
            let sides = pair.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, sides[0].drop(while: { $0 == " " }) == cookie else { continue }
            return String(sides[1])
        }
        return nil
    }
}
