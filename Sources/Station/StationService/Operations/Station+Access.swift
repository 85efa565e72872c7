internal import API
internal import Faults
internal import HTTPServer
internal import Registry

/// Tokens, and the sessions that they open.
extension Station {
    func loadAccess() async throws { try await loadAccess(from: storage) }

    private func loadAccess(from registry: any RegistryAccess) async throws {
        let reading = access.beginReading()
        access.load(try await registry.tokens(), try await registry.sessions(), of: reading)
    }

    /// Keeps that tokens and sessions have ended: a clock that is set back afterwards does not revive them. For every few
    /// seconds.
    package func expireAccess() async throws {
        if access.hasNewlyExpired {
            try await storage.expireAccess(at: now())
            try await loadAccess()
        }
        try await recordEndedSessions()
    }

    /// Reads who may do what again and again, until the task is cancelled: another daemon of the same registry may have
    /// changed it. What is written here meanwhile may take long, so it does not wait for that.
    package func followAccess() async {
        var loaded: String?
        while !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(250))
            // Before the rest is read: a change after it is read again.
            guard let mark = try? await queries.accessMark(), mark != loaded else { continue }
            do {
                try await loadAccess(from: queries)
                loaded = mark
            } catch { continue }
        }
    }

    func createToken(_ request: TokenRequest, by author: Author) async throws -> TokenCreated {
        guard Role.granted.contains(request.role) else {
            throw StationError(
                .outOfRange, "no token was made", why: "the role \(request.role.rawValue) is for paired phones",
                next: "pair one: waymark phone pair NAME --store STORE")
        }
        let expires = try AccessToken.expiry(days: request.days, from: now())
        let name = try request.name ?? AccessToken.freeName(besides: Set(access.tokens.map(\.token.name)))
        let secret = try Secret.make(Secret.tokenPrefix)
        let token = AccessToken(name: name, role: request.role, expires: expires)
        try await storage.record(.tokenCreated(token, digest: try Secret.digest(of: secret)), by: author)
        try await loadAccess()
        return TokenCreated(try detail(of: name), secret: secret)
    }

    func revokeToken(_ name: TokenName, by author: Author) async throws -> TokenRevoked {
        let detail = try detail(of: name)
        let token = AccessToken(name: name, role: detail.role, expires: detail.expires, scope: detail.scope)
        try await storage.record(.tokenRevoked(token), by: author)
        try await loadAccess()
        return TokenRevoked(detail)
    }

    func detail(of name: TokenName) throws -> TokenDetail {
        guard let kept = access.tokens.first(where: { $0.token.name == name }) else {
            throw RegistryError.unknownToken(name)
        }
        return TokenDetail(kept)
    }

    // MARK: Sessions

    /// Hours after which a browser has to show its token again.
    private static let sessionHours = 12

    func logIn(_ call: OperationCall) async throws -> (answer: WhoAnswer, cookie: String) {
        let secret = try call.body(SessionRequest.self).secret
        guard let token = access.token(ofSecret: secret) else {
            throw StationError(
                .badSecret, "sign-in failed", why: "the token is unknown, expired or revoked",
                next: "make a token: waymark token create --role ROLE")
        }
        guard token.role.opensConsole else {
            throw StationError(
                .programsToken, "sign-in failed",
                why: "the token \(token.name) has the role \(token.role.rawValue), which is for programs",
                next: "make a token of another role for the console: waymark token create --role read")
        }
        return try await openSession(of: token, on: .console, seconds: Self.sessionHours * 3_600, call)
    }

    /// Opens a session of a token for a page, and makes the cookie for it.
    func openSession(
        of token: AccessToken, on page: SessionPage, seconds: Int, _ call: OperationCall
    ) async throws -> (answer: WhoAnswer, cookie: String) {
        let value = try Secret.make()
        let expires = Timestamp(milliseconds: now().milliseconds + Int64(seconds) * 1_000)
        let actor = Caller.actor(of: token.name)
        try await storage.record(
            .sessionOpened(Session(digest: try Secret.digest(of: value), token: token.name, expires: expires)),
            by: Author(station: name, actor: actor))
        try await loadAccess()
        return (
            WhoAnswer(station: name, actor: actor, role: token.role),
            page.setting(value, seconds: seconds, for: call.request)
        )
    }

    /// Ends the session that a request was sent in, and takes its cookie away. Where the journal cannot be written, the
    /// end is journalled later.
    func logOut(_ call: OperationCall, of page: SessionPage) async -> (answer: WhoAnswer, cookie: String) {
        if let caller = call.caller, case .session = caller.way {
            endSession(of: caller)
            // A phone that leaves would be let in again by what it had before it was paired anew.
            if page == .walk, let earlier = access.earlierPhone(of: call.request) { endSession(of: earlier) }
            try? await recordEndedSessions()
        }
        let answer = WhoAnswer(station: name, actor: nil, role: nil)
        return (answer, page.setting("", seconds: 0, for: call.request))
    }

    private func endSession(of caller: Caller) {
        guard case .session(let token, let digest) = caller.way else { return }
        access.end(SessionEnd(digest: digest, token: token))
    }

    /// Journals sessions that have ended here and that the registry still has.
    private func recordEndedSessions() async throws {
        while let end = access.takeUnrecorded() {
            do {
                try await storage.record(
                    event(of: end), by: Author(station: name, actor: Caller.actor(of: end.token)))
            } catch {
                access.putBack(end)
                // Revoked by others meanwhile, with its sessions: then nothing is left to be journalled.
                if (error as? RegistryError)?.code == .unknownToken { try await loadAccess() }
                throw error
            }
            try await loadAccess()
        }
    }

    /// A phone's pairing ends with its session: the secret of its token is shown to no client, so that without the
    /// session the token is useless.
    private func event(of end: SessionEnd) -> JournalEvent {
        let kept = access.tokens.first { $0.token.name == end.token }
        return if let kept, kept.token.role == .walk { .tokenRevoked(kept.token) } else { .sessionEnded(end) }
    }

    // MARK: Leases

    /// What a caller may continue with behind the check of the request; nil where none is known.
    func lease(of call: OperationCall) -> Lease? { call.caller.map { Lease(access: access, caller: $0) } }
}
