/// Lets a program, or a person's browser, use the station over TCP. The secret itself is known to its holder alone.
public struct AccessToken: Hashable, Sendable, Codable {
    public let name: TokenName
    public let role: Role
    /// From this moment on it is invalid; nil: it is valid until it is revoked.
    public let expires: Timestamp?

    public init(name: TokenName, role: Role, expires: Timestamp?) {
        self.name = name
        self.role = role
        self.expires = expires
    }
}

public typealias TokenName = Identifier<AccessToken>

/// A token as the registry keeps it.
public struct KeptToken: Hashable, Sendable {
    public let token: AccessToken
    public let created: Timestamp
    /// SHA-256 of the secret in lower-case hexadecimal. The secret has 256 random bits: the digest does not reveal it.
    public let digest: String

    public init(_ token: AccessToken, created: Timestamp, digest: String) {
        self.token = token
        self.created = created
        self.digest = digest
    }
}

/// A browser that was let in with a token. It ends with the token, or before.
public struct Session: Hashable, Sendable {
    /// SHA-256 of the cookie's value in lower-case hexadecimal.
    public let digest: String
    public let token: TokenName
    public let expires: Timestamp

    public init(digest: String, token: TokenName, expires: Timestamp) {
        self.digest = digest
        self.token = token
        self.expires = expires
    }
}
