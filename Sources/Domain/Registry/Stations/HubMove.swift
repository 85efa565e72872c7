/// What a hub decides about its stations, in the hub's own journal.
public enum HubMove: Hashable, Sendable {
    /// A station of this name may enrol with a secret, once.
    case invited(StationInvitation)
    /// A station has used its invitation.
    case enrolled(StationEnrolment)
    /// Before the answer goes out.
    case given(Grant)
    /// A person declares that a chain does not come back.
    case lost(StationLoss)
    /// The hub may have forgotten something.
    case eraBegun(EraBeginning)
    /// Planned tags that no chain has got fresh identifiers.
    case renewed(PlanRenewal)
    /// The tables of a registry that worked by itself have come.
    case adopted(RegistryAdoption)
    /// All of it has come, and was compared.
    case adoptionEnded(AdoptionEnd)
    /// Batches leave for a registry that works by itself.
    case handedBack(BatchHandBack)
    /// A person has looked at what contradicted.
    case conflictSettled(ConflictSettlement)

    var kind: JournalEvent.Kind {
        switch self {
        case .invited: .stationInvited
        case .enrolled: .stationEnrolled
        case .given: .grantGiven
        case .lost: .stationLost
        case .eraBegun: .eraBegun
        case .renewed: .plansRenewed
        case .adopted: .registryAdopted
        case .adoptionEnded: .adoptionEnded
        case .handedBack: .batchesHandedBack
        case .conflictSettled: .conflictSettled
        }
    }

    var payload: any Encodable & Sendable {
        switch self {
        case .invited(let value): value
        case .enrolled(let value): value
        case .given(let value): value
        case .lost(let value): value
        case .eraBegun(let value): value
        case .renewed(let value): value
        case .adopted(let value): value
        case .adoptionEnded(let value): value
        case .handedBack(let value): value
        case .conflictSettled(let value): value
        }
    }
}

/// A name at the hub, and who may take it.
public struct StationInvitation: Hashable, Sendable, Codable {
    public let name: StationName
    /// SHA-256 of the secret, which has 256 random bits, in lower-case hexadecimal.
    public let digest: String
    public let expires: Timestamp

    public init(name: StationName, digest: String, expires: Timestamp) {
        self.name = name
        self.digest = digest
        self.expires = expires
    }
}

/// A station's chain begins at the hub.
public struct StationEnrolment: Hashable, Sendable, Codable {
    public let name: StationName
    public let chain: ChainName
    /// The station's public Ed25519 key (RFC 8032), 64 lower-case hexadecimal digits. It signs the heads of the chain.
    public let key: String
    /// SHA-256 over what identifies the station's machine: another machine with this registry is a copy.
    public let fingerprint: String
    /// The newest entry of the station's journal when it enrolled: the hub keeps what follows. Nil for an empty journal.
    public let head: JournalPoint?
    /// The chain of a station of this name that is declared lost thereby.
    public let former: ChainName?

    public init(
        name: StationName, chain: ChainName, key: String, fingerprint: String, head: JournalPoint?, former: ChainName?
    ) {
        self.name = name
        self.chain = chain
        self.key = key
        self.fingerprint = fingerprint
        self.head = head
        self.former = former
    }
}

public struct StationLoss: Hashable, Sendable, Codable {
    public let chain: ChainName
    public let name: StationName
    /// A person's words.
    public let reason: String

    public init(chain: ChainName, name: StationName, reason: String) {
        self.chain = chain
        self.name = name
        self.reason = reason
    }
}

public struct EraBeginning: Hashable, Sendable, Codable {
    public let era: Era
    /// Why the hub may have forgotten something.
    public let reason: String

    public init(era: Era, reason: String) {
        self.era = era
        self.reason = reason
    }
}

public struct PlanRenewal: Hashable, Sendable, Codable {
    public let era: Era
    /// How many rows got a fresh identifier, and the batches that have them.
    public let tags: Int
    public let batches: [BatchName]
    /// How many tags were retired and nothing else: no template names them in their URLs. Each has an entry behind this one.
    public let retired: Int

    public init(era: Era, tags: Int, batches: [BatchName], retired: Int) {
        self.era = era
        self.tags = tags
        self.batches = batches
        self.retired = retired
    }
}
