package import Registry

/// Asks the station for a token.
package struct TokenRequest: Hashable, Sendable, Codable {
    package let role: Role
    /// Nil: the station chooses one.
    package let name: TokenName?
    /// The days until it expires, 1 to 3 650; nil: never.
    package let days: Int?

    package init(role: Role, name: TokenName?, days: Int?) {
        self.role = role
        self.name = name
        self.days = days
    }
}

/// A token without its secret.
package struct TokenDetail: Hashable, Sendable, Codable {
    package let name: TokenName
    package let role: Role
    package let created: Timestamp
    package let expires: Timestamp?
    /// The stores of a paired phone's walk.
    package let scope: WalkScope?

    package init(_ kept: KeptToken) {
        name = kept.token.name
        role = kept.token.role
        created = kept.created
        expires = kept.token.expires
        scope = kept.token.scope
    }
}

/// A token that was made, with the secret: this is the only time that the secret is shown.
package struct TokenCreated: Hashable, Sendable, Codable {
    package let schema: Int
    package let token: TokenDetail
    package let secret: String

    package init(_ token: TokenDetail, secret: String) {
        schema = 1
        self.token = token
        self.secret = secret
    }
}

package struct TokenList: Hashable, Sendable, Codable {
    package let schema: Int
    package let tokens: [TokenDetail]

    package init(_ tokens: [TokenDetail]) {
        schema = 1
        self.tokens = tokens
    }
}

/// A token that was revoked.
package struct TokenRevoked: Hashable, Sendable, Codable {
    package let schema: Int
    package let token: TokenDetail

    package init(_ token: TokenDetail) {
        schema = 1
        self.token = token
    }
}

/// Lets a browser in with a token's secret.
package struct SessionRequest: Hashable, Sendable, Codable {
    package let secret: String

    package init(secret: String) {
        self.secret = secret
    }
}

/// Who asks, and what they may do.
package struct WhoAnswer: Hashable, Sendable, Codable {
    package let schema: Int
    package let station: String
    /// As the journal would name them; nil: a person who has not said.
    package let actor: String?
    package let role: Role?

    package init(station: String, actor: String?, role: Role?) {
        schema = 1
        self.station = station
        self.actor = actor
        self.role = role
    }
}
