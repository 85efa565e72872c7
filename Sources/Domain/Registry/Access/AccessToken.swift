public import Faults

/// Lets a program, or a person's browser, use the station over TCP. The secret itself is known to its holder alone.
public struct AccessToken: Hashable, Sendable, Codable {
    public let name: TokenName
    public let role: Role
    /// From this moment on it is invalid; nil: it is valid until it is revoked.
    public let expires: Timestamp?
    /// The walk of a paired phone; nil for every other token.
    public let scope: WalkScope?

    public init(name: TokenName, role: Role, expires: Timestamp?, scope: WalkScope? = nil) {
        self.name = name
        self.role = role
        self.expires = expires
        self.scope = scope
    }
}

extension AccessToken {
    /// When a token is invalid that is made now for 1 to 3650 days; nil for one that does not expire.
    public static func expiry(days: Int?, from now: Timestamp) throws(RegistryError) -> Timestamp? {
        guard let days else { return nil }
        guard (1...3_650).contains(days) else {
            throw RegistryError(
                .badDays, "no token was made", why: "\(days) is not a number of days from 1 to 3650",
                next: "let it expire earlier, or never")
        }
        return Timestamp(milliseconds: now.milliseconds + Int64(days) * 86_400_000)
    }
}

public typealias TokenName = Identifier<AccessToken>

/// A token as the registry keeps it.
public struct KeptToken: Hashable, Sendable {
    public let token: AccessToken
    public let created: Timestamp
    /// SHA-256 of the secret in lower-case hexadecimal. The secret has 256 random bits: the digest does not reveal it.
    public let digest: String
    /// Whether the clock was once past its end: a clock that is set back does not revive it.
    public let isExpired: Bool
    /// Of a paired phone: what it saw before this moment was forgotten, and is not taken from it any more.
    public let forgotten: Timestamp?

    public init(
        _ token: AccessToken, created: Timestamp, digest: String, isExpired: Bool = false, forgotten: Timestamp? = nil
    ) {
        self.forgotten = forgotten
        self.isExpired = isExpired
        self.token = token
        self.created = created
        self.digest = digest
    }
}

extension KeptToken {
    /// Whether it lets its holder in.
    public func isGood(at now: Timestamp) -> Bool { !isExpired && (token.expires.map { now < $0 } ?? true) }
}

/// A browser that was let in with a token. It ends with the token, or before.
public struct Session: Hashable, Sendable, Codable {
    /// SHA-256 of the cookie's value, which has 256 random bits, in lower-case hexadecimal.
    public let digest: String
    public let token: TokenName
    public let expires: Timestamp

    public init(digest: String, token: TokenName, expires: Timestamp) {
        self.digest = digest
        self.token = token
        self.expires = expires
    }
}
