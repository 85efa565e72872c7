public import Faults

/// A finding that is to stay as it is, and why.
public struct FindingAcceptance: Hashable, Sendable, Codable {
    public let finding: Int64
    public let code: String
    public let stores: [String]
    /// As in ``KeptFinding``.
    public let deployments: [String]?
    public let tags: [String]
    public let reason: String
    public let person: String

    public init(finding: KeptFinding, reason: String, person: String) {
        self.finding = finding.number
        code = finding.code
        stores = finding.stores
        deployments = finding.deployments
        tags = Self.named(finding.tags)
        self.reason = reason
        self.person = person
    }

    /// Of a tag without a name the URL is the label, and the journal forgets nothing.
    static func named(_ tags: [String]) -> [String] { tags.filter { !$0.contains("://") } }
}

/// A finding that a person is to put right.
public struct FindingAssignment: Hashable, Sendable, Codable {
    public let finding: Int64
    public let code: String
    public let stores: [String]
    /// As in ``KeptFinding``.
    public let deployments: [String]?
    public let tags: [String]
    public let person: String

    public init(finding: KeptFinding, person: String) {
        (self.finding, code, stores, deployments) = (finding.number, finding.code, finding.stores, finding.deployments)
        tags = FindingAcceptance.named(finding.tags)
        self.person = person
    }
}

/// What a person has done about a finding. The journal has the digests of the pictures, never the pictures.
public struct FindingWork: Hashable, Sendable, Codable {
    public let finding: Int64
    public let code: String
    public let stores: [String]
    /// As in ``KeptFinding``.
    public let deployments: [String]?
    public let tags: [String]
    public let person: String
    public let note: String?
    /// SHA-256 in lower-case hexadecimal.
    public let before: String?
    public let after: String?

    public init(finding: KeptFinding, person: String, note: String?, before: String? = nil, after: String? = nil) {
        (self.finding, code, stores, deployments) = (finding.number, finding.code, finding.stores, finding.deployments)
        tags = FindingAcceptance.named(finding.tags)
        self.person = person
        self.note = note
        self.before = before
        self.after = after
    }
}

/// Sightings and confirmations that are erased. The journal does not say whose they were.
public struct Forgetting: Hashable, Sendable, Codable {
    public enum Cause: String, Hashable, Sendable, Codable {
        /// A person asked for it.
        case asked
        /// The time for which raw rows are kept is over.
        case expired
    }

    /// Paired phones. Which ones are there is known where the event is applied: one may be paired meanwhile.
    public enum Phones: Hashable, Sendable {
        case all
        case one(TokenName)

        func contain(_ token: AccessToken) -> Bool {
            guard token.scope != nil else { return false }
            return switch self {
            case .all: true
            case .one(let name): token.name == name
            }
        }
    }

    public let cause: Cause
    /// Everything before this moment; nil: whenever it was.
    public let before: Timestamp?
    /// Whether only one device's rows are meant.
    public let ofOneDevice: Bool
    /// How many were erased; the registry counts them.
    public let sightings: Int
    public let confirmations: Int
    /// Notes and pictures of scans; nil without any.
    public let remarks: Int?
    /// Phones that have to erase the same, which is noted of them with it; nil: none. The journal does not have them.
    public private(set) var phones: Phones?

    private enum CodingKeys: String, CodingKey {
        case cause, before, ofOneDevice, sightings, confirmations, remarks
    }

    public init(
        cause: Cause, before: Timestamp?, ofOneDevice: Bool = false, sightings: Int = 0, confirmations: Int = 0,
        remarks: Int? = nil, phones: Phones? = nil
    ) {
        self.phones = phones
        self.cause = cause
        self.before = before
        self.ofOneDevice = ofOneDevice
        self.sightings = sightings
        self.confirmations = confirmations
        self.remarks = remarks
    }

    /// What a person asks to erase: the rows of a device, those before a moment, or those that are both.
    public static func asked(
        before: Timestamp?, ofOneDevice: Bool, phones: Phones? = nil
    ) throws(RegistryError) -> Forgetting {
        guard ofOneDevice || before != nil else {
            throw RegistryError(
                .nothingNamed, "nothing is forgotten", why: "neither a device nor a moment was named",
                next: "name one: waymark sightings forget --device D, or --before DATE")
        }
        return Forgetting(cause: .asked, before: before, ofOneDevice: ofOneDevice, phones: phones)
    }
}
