internal import Cryptography
internal import Faults

/// Tokens for App Store Connect (RFC 7519, signed as ES256): one is used until it nears its end.
///
/// A token is valid for at most 20 minutes there; ours are for 15 and given out for 13, so that two clocks that differ
/// by a minute do not matter.
actor TokenSource {
    static let lifetime = 15 * 60
    private static let margin = 120
    /// A clock that goes ahead must not date a token in the other side's future.
    private static let setback = 30

    private let credentials: Credentials
    private let clock: any ServiceClock
    private var current: (token: String, expiry: Int)?

    init(_ credentials: Credentials, clock: any ServiceClock) {
        self.credentials = credentials
        self.clock = clock
    }

    func token() throws(ServiceError) -> String {
        let now = Int(clock.now)
        if let current, now < current.expiry - Self.margin, now >= current.expiry - Self.lifetime {
            return current.token
        }
        let token = try make(at: now)
        current = (token, now - Self.setback + Self.lifetime)
        return token
    }

    /// The next token is a new one: this one was refused.
    func renew() { current = nil }

    private func make(at now: Int) throws(ServiceError) -> String {
        let start = now - Self.setback
        let owner = credentials.issuer.map { "\"iss\":\"\($0)\"" } ?? "\"sub\":\"user\""
        let header = "{\"alg\":\"ES256\",\"kid\":\"\(credentials.keyIdentifier)\",\"typ\":\"JWT\"}"
        let claims = "{\(owner),\"iat\":\(start),\"exp\":\(start + Self.lifetime),\"aud\":\"appstoreconnect-v1\"}"
        let text = Base64URL.text(Array(header.utf8)) + "." + Base64URL.text(Array(claims.utf8))
        do {
            return text + "." + Base64URL.text(try credentials.key.signature(of: Array(text.utf8)))
        } catch {
            throw ServiceError(
                code: .badKey, message: "cannot make a token for App Store Connect", reason: error.reason,
                next: error.next)
        }
    }
}
