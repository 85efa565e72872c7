package import Registry

/// What a hub keeps of its stations. Each change is one transaction, durable and journalled in the hub's own chain when it
/// returns.
package protocol HubStations: Actor {
    /// The hub's era, and whom it waits for.
    func hubStanding() async throws -> HubStanding
    /// Daemons that have not said yet that the database has what they know.
    func awaitedDaemons() async throws -> [AwaitedDaemon]
    /// Those that were declared lost included; by name, then in the order of their enrolment.
    func stations() async throws -> [KnownStation]
    func station(_ chain: ChainName) async throws -> KnownStation?

    /// An earlier invitation of the name is void.
    func invite(_ invitation: StationInvitation, by author: Author) async throws
    /// Uses an invitation up, and keeps the station's token with the role `station`. A chain that its name has is declared
    /// lost. Throws `unknown-invitation`.
    func enrol(_ application: StationApplication, by author: Author) async throws -> StationEnrolment

    /// Appends entries to the end of a station's chain and does what they say, as far as the station has the right: what
    /// contradicts the hub stays in the chain and is a conflict. Entries that the hub has already are passed over. Throws
    /// `unknown-station`, `head-moved` where they do not follow, `bad-entries`.
    func take(_ upload: ChainUpload) async throws -> JournalPoint
    /// The same request again has the same answer.
    func answer(_ request: GrantRequest) async throws -> GrantAnswer
    /// What the tags need that a chain holds, as it is now.
    func documents(heldBy chain: ChainName) async throws -> HubDocuments
    /// A station has said how it is, and hears how the hub is. Throws `unknown-station` and `other-machine`.
    func hear(_ call: StationCall) async throws -> StationHearing

    /// A person declares that the newest chain of a name does not come back. Throws `unknown-station`.
    func declareLost(_ name: StationName, reason: String, by author: Author) async throws -> StationLoss
    /// A person says that the hub may have forgotten something.
    func beginEra(reason: String, by author: Author) async throws -> EraBeginning
    /// Gives planned tags that no chain has fresh identifiers, so that they can be granted before all chains were heard.
    func renewPlans(by author: Author) async throws -> PlanRenewal
    /// Entries of stations that contradict the hub: those that are open, and behind them the others; of each the
    /// newest first.
    func conflicts(withSettled: Bool, limit: Int) async throws -> [KeptConflict]
    /// A person has looked at what contradicts. Nothing is changed where it was settled before. Throws `unknown-conflict`.
    func settle(conflict number: Int, reason: String, by author: Author) async throws -> ConflictAnswer
}

/// A daemon of the hub for which grants wait.
package struct AwaitedDaemon: Hashable, Sendable {
    /// That of its configuration or machine.
    package let name: String
    /// When it has last found what it knew.
    package let seen: Timestamp

    package init(name: String, seen: Timestamp) {
        self.name = name
        self.seen = seen
    }
}

/// A station that asks to be one of the hub's.
package struct StationApplication: Hashable, Sendable {
    /// SHA-256 of the invitation's secret in lower-case hexadecimal.
    package let invitation: String
    /// See ``StationEnrolment``.
    package let chain: ChainName
    package let key: String
    package let fingerprint: String
    package let head: JournalPoint?
    /// SHA-256 of the secret with which the station calls from now on.
    package let token: String

    package init(
        invitation: String, chain: ChainName, key: String, fingerprint: String, head: JournalPoint?, token: String
    ) {
        self.invitation = invitation
        self.chain = chain
        self.key = key
        self.fingerprint = fingerprint
        self.head = head
        self.token = token
    }
}

/// Entries of a station's journal, one behind the other, and the station's signature of the last one.
package struct ChainUpload: Hashable, Sendable {
    /// Bytes of one entry's payload: a sheet of very many labels is the largest there is.
    package static let largestPayload = 16 << 20

    package let chain: ChainName
    package let entries: [JournalEntry]
    /// Ed25519 over ``signedText(_:_:)`` of the last entry, 128 lower-case hexadecimal digits.
    package let signature: String

    package init(chain: ChainName, entries: [JournalEntry], signature: String) {
        self.chain = chain
        self.entries = entries
        self.signature = signature
    }

    /// What a station signs of its head: the hub cannot invent the station's past, nor the station deny it.
    package static func signedText(_ chain: ChainName, _ head: JournalPoint) -> String {
        "waymark head\n\(chain)\n\(head.sequence)\n\(head.digest)\n"
    }
}

/// What a request comes to.
package enum GrantAnswer: Hashable, Sendable {
    case given(Grant, HubDocuments)
    case refused(GrantRefusal)
}

/// What a station says of itself when it calls.
package struct StationContact: Hashable, Sendable {
    package let chain: ChainName
    package let version: String
    /// The newest entry of its journal, which the hub may not have yet.
    package let head: JournalPoint?
    /// Its clock.
    package let clock: Timestamp

    package init(chain: ChainName, version: String, head: JournalPoint?, clock: Timestamp) {
        self.chain = chain
        self.version = version
        self.head = head
        self.clock = clock
    }
}

/// A station calls: who it is by its token and machine, and how it is.
package struct StationCall: Hashable, Sendable {
    package let name: StationName
    package let fingerprint: String
    package let contact: StationContact

    package init(from name: StationName, on fingerprint: String, _ contact: StationContact) {
        self.name = name
        self.fingerprint = fingerprint
        self.contact = contact
    }
}

/// How the hub is, as one of its stations has to know it.
package struct StationHearing: Hashable, Sendable {
    /// The newest entry that the hub has of the station's chain.
    package let head: JournalPoint?
    package let era: Era
    /// Whether grants are given to every station.
    package let isSettled: Bool
    /// Another text whenever ``HubStations/documents(heldBy:)`` may be another answer about a tag that the chain held
    /// before: the others come with theirs.
    package let documents: String

    package init(head: JournalPoint?, era: Era, isSettled: Bool, documents: String) {
        self.head = head
        self.era = era
        self.isSettled = isSettled
        self.documents = documents
    }
}

/// A station as the hub knows it.
package struct KnownStation: Hashable, Sendable {
    package let name: StationName
    package let chain: ChainName
    /// See ``StationEnrolment``.
    package let key: String
    package let fingerprint: String
    package let enrolled: Timestamp
    package let isLost: Bool
    /// The era that its chain has adopted.
    package let era: Era?
    /// The newest entry that the hub has of its chain.
    package let head: JournalPoint?
    /// Tags that it holds, and how many of them no chip or label has.
    package let held: Int
    package let planned: Int
    /// By the hub's clock; nil before the first.
    package let lastContact: Timestamp?
    package let contact: StationContact?

    package init(
        name: StationName, chain: ChainName, key: String, fingerprint: String, enrolled: Timestamp, isLost: Bool,
        era: Era?, head: JournalPoint?, held: Int, planned: Int, lastContact: Timestamp?, contact: StationContact?
    ) {
        self.name = name
        self.chain = chain
        self.key = key
        self.fingerprint = fingerprint
        self.enrolled = enrolled
        self.isLost = isLost
        self.era = era
        self.head = head
        self.held = held
        self.planned = planned
        self.lastContact = lastContact
        self.contact = contact
    }
}
