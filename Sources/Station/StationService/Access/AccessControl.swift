internal import Cryptography
internal import HTTPMessages
internal import HTTPServer
internal import Registry
internal import Synchronization
internal import UnixSystem

/// Identifies callers: by the socket's peer, a token, or a session's cookie. Holds what the registry keeps of tokens,
/// so that no request waits for it.
final class AccessControl: Sendable {
    private struct State {
        var tokens: [KeptToken] = []
        /// By the digests of their secrets. These have 256 random bits, so that the time of a look reveals nothing of any.
        var byDigest: [String: KeptToken] = [:]
        var byName: [TokenName: KeptToken] = [:]
        var sessions: [String: Session] = [:]
        /// Digests of sessions that have ended here, as long as the registry has them.
        var ended: Set<String> = []
        /// Those of which the journal does not say so yet.
        var unrecorded: [String: SessionEnd] = [:]
        /// How many readings have begun, and the last that was loaded.
        var readings = 0
        var loaded = 0

        /// The token that has opened a session, as long as both are good.
        func token(ofSession digest: String, at now: Timestamp) -> AccessToken? {
            guard let session = sessions[digest], now < session.expires, let kept = byName[session.token],
                kept.isGood(at: now)
            else { return nil }
            return kept.token
        }
    }

    private let rules: AccessRules
    private let now: @Sendable () -> Timestamp
    private let state = Mutex(State())
    private let leases = Mutex(Leases())

    private struct Leases {
        var last = 0
        var held: [Int: HeldLease] = [:]
    }

    /// Something that is open for a caller, and what ends it.
    private struct HeldLease: Sendable {
        let caller: Caller
        let end: @Sendable () -> Void
    }

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

    /// Takes what the registry kept at this reading, and ends what is open for those who are not let in any more.
    ///
    /// What was read before the last that came is old: a token in it may have been revoked since.
    func load(_ tokens: [KeptToken], _ sessions: [Session], of reading: Int) {
        state.withLock { state in
            guard reading > state.loaded else { return }
            state.loaded = reading
            state.tokens = tokens
            state.byDigest = Dictionary(tokens.map { ($0.digest, $0) }) { first, _ in first }
            state.byName = Dictionary(tokens.map { ($0.token.name, $0) }) { first, _ in first }
            let kept = Dictionary(sessions.map { ($0.digest, $0) }) { first, _ in first }
            let ended = state.ended.filter { kept[$0] != nil }
            state.ended = ended
            state.unrecorded = state.unrecorded.filter { kept[$0.key] != nil }
            state.sessions = kept.filter { !ended.contains($0.key) }
        }
        endLeases()
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

    /// Who sends a request; nil without credentials, and with invalid ones. `page`: whose session counts.
    func caller(of request: HTTPRequest, on page: SessionPage) -> Caller? {
        if let peer = request.peer { return Caller(way: .socket(peer), role: rules.role(of: peer)) }
        if let secret = Self.bearer(request.headers["Authorization"]) {
            return kept(ofSecret: secret).map {
                Caller(way: .token($0.token.name, digest: $0.digest), role: $0.token.role)
            }
        }
        if let caller = page.value(in: request).flatMap(session) { return caller }
        return page == .walk ? earlierPhone(of: request) : nil
    }

    /// The phone whose session is in the console's cookie: see ``walkCookie(for:)``.
    func earlierPhone(of request: HTTPRequest) -> Caller? {
        SessionPage.console.value(in: request).flatMap(session).flatMap { $0.role == .walk ? $0 : nil }
    }

    /// The header that gives a phone the walk's cookie where its session is in the console's: it was paired before the
    /// pages had cookies of their own, and a sign-in to the console would take its only one. Nil for all others.
    ///
    /// The console's cookie stays: the page of that release, as a phone may still have it, ends the pairing by that.
    func walkCookie(for request: HTTPRequest) -> String? {
        guard request.peer == nil, let value = SessionPage.console.value(in: request),
            SessionPage.walk.value(in: request).flatMap(session) == nil,
            let digest = try? Secret.digest(of: value)
        else { return nil }
        let now = now()
        let end = state.withLock { state in
            state.token(ofSession: digest, at: now)?.role == .walk ? state.sessions[digest]?.expires : nil
        }
        return end.map {
            SessionPage.walk.setting(
                value, seconds: Int(($0.milliseconds - now.milliseconds) / 1_000), for: request)
        }
    }

    /// Whether who was let in before would be let in now.
    func isGood(_ caller: Caller) -> Bool {
        let now = now()
        return switch caller.way {
        case .socket: true
        case .token(_, let digest): state.withLock { $0.byDigest[digest]?.isGood(at: now) ?? false }
        case .session(_, let digest): state.withLock { $0.token(ofSession: digest, at: now) != nil }
        }
    }

    /// The token that has this secret and is good.
    func token(ofSecret secret: String) -> AccessToken? { kept(ofSecret: secret)?.token }

    private func kept(ofSecret secret: String) -> KeptToken? {
        guard let digest = try? Secret.digest(of: secret) else { return nil }
        let now = now()
        return state.withLock { $0.byDigest[digest] }.flatMap { $0.isGood(at: now) ? $0 : nil }
    }

    private func session(ofCookie value: String) -> Caller? {
        guard let digest = try? Secret.digest(of: value) else { return nil }
        let now = now()
        return state.withLock { $0.token(ofSession: digest, at: now) }.map {
            Caller(way: .session($0.name, digest: digest), role: $0.role)
        }
    }

    /// `Bearer SECRET` (RFC 6750, section 2.1).
    private static func bearer(_ header: String?) -> String? {
        guard let parts = header?.split(separator: " ", maxSplits: 1), parts.count == 2,
            parts[0].lowercased() == "bearer"
        else { return nil }
        return String(parts[1])
    }

    // MARK: Sessions that end

    /// Ends a session here at once, whatever becomes of its entry in the journal.
    func end(_ end: SessionEnd) {
        state.withLock { state in
            guard state.sessions.removeValue(forKey: end.digest) != nil else { return }
            state.ended.insert(end.digest)
            state.unrecorded[end.digest] = end
        }
        endLeases()
    }

    /// Hands over the end of a session that is to be journalled; nil when there is none.
    func takeUnrecorded() -> SessionEnd? { state.withLock { $0.unrecorded.popFirst()?.value } }

    /// It could not be journalled.
    func putBack(_ end: SessionEnd) { state.withLock { $0.unrecorded[end.digest] = end } }

    // MARK: Leases

    /// See ``Lease/hold(_:)``.
    func hold(_ caller: Caller, _ end: @escaping @Sendable () -> Void) -> Int {
        let number = leases.withLock { leases in
            leases.last += 1
            leases.held[leases.last] = HeldLease(caller: caller, end: end)
            return leases.last
        }
        // It may have ended before it was held.
        if !isGood(caller) { leases.withLock { $0.held.removeValue(forKey: number) }?.end() }
        return number
    }

    func release(_ number: Int) { leases.withLock { _ = $0.held.removeValue(forKey: number) } }

    /// What ends is called without the lock: it may release others.
    private func endLeases() {
        let over = leases.withLock { leases in
            let over = leases.held.filter { !isGood($0.value.caller) }
            for number in over.keys { leases.held[number] = nil }
            return Array(over.values)
        }
        for lease in over { lease.end() }
    }
}
