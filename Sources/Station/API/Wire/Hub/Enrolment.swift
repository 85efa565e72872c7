package import Registry

/// Asks a hub for a secret with which one station may enrol.
package struct InvitationRequest: Hashable, Sendable, Codable {
    /// How long the secret is good, in hours.
    package static let hours = 1...720

    package let name: StationName
    /// One of ``hours``; nil: 24.
    package let hours: Int?

    package init(name: StationName, hours: Int? = nil) {
        self.name = name
        self.hours = hours
    }
}

/// A secret for one station. It is shown this once.
package struct InvitationMade: Hashable, Sendable, Codable {
    package let schema: Int
    package let name: StationName
    package let secret: String
    package let expires: Timestamp

    package init(name: StationName, secret: String, expires: Timestamp) {
        schema = 1
        self.name = name
        self.secret = secret
        self.expires = expires
    }
}

/// A station asks to be one of a hub's.
package struct EnrolmentRequest: Hashable, Sendable, Codable {
    package let secret: String
    /// Its public Ed25519 key, 64 lower-case hexadecimal digits.
    package let key: String
    /// SHA-256 over what identifies its machine, 64 lower-case hexadecimal digits.
    package let fingerprint: String
    /// The newest entry of its journal; nil without entries.
    package let head: JournalPoint?

    package init(secret: String, key: String, fingerprint: String, head: JournalPoint?) {
        self.secret = secret
        self.key = key
        self.fingerprint = fingerprint
        self.head = head
    }
}

/// A station is enrolled. The token is shown this once.
package struct EnrolmentMade: Hashable, Sendable, Codable {
    package let schema: Int
    package let name: StationName
    package let chain: ChainName
    package let era: Era
    /// What the station calls with from now on.
    package let token: String
    /// What the hub's checkpoints are signed with, as `NAME+ID+KEY` (C2SP signed-note).
    package let hubKey: String

    package init(_ enrolment: StationEnrolment, era: Era, token: String, hubKey: String) {
        schema = 1
        name = enrolment.name
        chain = enrolment.chain
        self.era = era
        self.token = token
        self.hubKey = hubKey
    }
}
