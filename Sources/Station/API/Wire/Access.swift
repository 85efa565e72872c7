public import Registry

/// Asks the station for a token.
public struct TokenRequest: Hashable, Sendable, Codable {
    public let role: Role
    /// Nil: the station chooses one.
    public let name: TokenName?
    /// The days until it expires, 1 to 3 650; nil: never.
    public let days: Int?

    public init(role: Role, name: TokenName?, days: Int?) {
        self.role = role
        self.name = name
        self.days = days
    }
}

/// A token without its secret.
public struct TokenDetail: Hashable, Sendable, Codable {
    public let name: TokenName
    public let role: Role
    public let created: Timestamp
    public let expires: Timestamp?

    public init(_ kept: KeptToken) {
        name = kept.token.name
        role = kept.token.role
        created = kept.created
        expires = kept.token.expires
    }
}

/// A token that was made, with the secret: this is the only time that the secret is shown.
public struct TokenCreated: Hashable, Sendable, Codable {
    public let schema: Int
    public let token: TokenDetail
    public let secret: String

    public init(_ token: TokenDetail, secret: String) {
        schema = 1
        self.token = token
        self.secret = secret
    }
}

public struct TokenList: Hashable, Sendable, Codable {
    public let schema: Int
    public let tokens: [TokenDetail]

    public init(_ tokens: [TokenDetail]) {
        schema = 1
        self.tokens = tokens
    }
}

/// A token that was revoked.
public struct TokenRevoked: Hashable, Sendable, Codable {
    public let schema: Int
    public let token: TokenDetail

    public init(_ token: TokenDetail) {
        schema = 1
        self.token = token
    }
}

/// Lets a browser in with a token's secret.
public struct SessionRequest: Hashable, Sendable, Codable {
    public let secret: String

    public init(secret: String) {
        self.secret = secret
    }
}

/// Who asks, and what they may do.
public struct WhoAnswer: Hashable, Sendable, Codable {
    public let schema: Int
    public let station: String
    /// As the journal would name them; nil: a person who has not said.
    public let actor: String?
    public let role: Role?

    public init(station: String, actor: String?, role: Role?) {
        schema = 1
        self.station = station
        self.actor = actor
        self.role = role
    }
}
