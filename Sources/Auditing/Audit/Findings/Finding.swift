public import Geodesy
internal import Languages
public import Registry

/// One cause of trouble, with the tags and stores concerned.
public struct Finding: Sendable, Codable, Equatable {
    public let code: FindingCode
    public let severity: Severity
    /// Identifiers of the stores; for an exchange in its order.
    public let stores: [String]
    /// The deployment of each store, in the order of `stores`, empty for none; absent where no store has one.
    public let deployments: [String]?
    /// What people call the tags: identifier, else chip, else content. Sorted.
    public let tags: [String]
    /// What is wrong.
    public let message: String
    /// What to do, for a person in the shop.
    public let next: String
    public internal(set) var evidence: Evidence
    /// Message and next step as keys and values, for readers of other languages. The report's JSON, which is a contract,
    /// does not have them: nil after decoding, and not compared.
    public private(set) var words: FindingWords?
    /// Seconds since 1970 of the last sighting or answer that it rests on; of what is missing, since when it was looked for.
    /// Not in the report either.
    public private(set) var lastEvidence: Int64?
    /// See ``FoundFinding/moments``. Nor are these.
    private(set) var moments: [String: Int64] = [:]

    private enum CodingKeys: String, CodingKey {
        case code
        case severity
        case stores
        case deployments
        case tags
        case message
        case next
        case evidence
    }

    init(
        code: FindingCode, severity: Severity, stores: [StoreID], tags: [String], words: FindingWords,
        evidence: Evidence, until lastEvidence: Int64, each moments: [String: Int64] = [:]
    ) {
        self.code = code
        self.severity = severity
        self.stores = stores.map(\.text)
        deployments = StoreID.deployments(of: stores)
        self.tags = tags
        message = FindingTexts.english.text(words.message)
        next = FindingTexts.english.text(words.next)
        self.words = words
        self.evidence = evidence
        self.lastEvidence = lastEvidence
        self.moments = moments
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.code == right.code && left.severity == right.severity && left.stores == right.stores
            && left.deployments == right.deployments && left.tags == right.tags && left.message == right.message
            && left.next == right.next && left.evidence == right.evidence
    }

    /// The stores as the registry has them.
    var storeIDs: [StoreID] {
        zip(stores, deployments ?? stores.map { _ in "" }).compactMap { StoreID($0, of: DeploymentName($1)) }
    }
}

/// What a finding rests on. Members that do not apply are absent.
public struct Evidence: Sendable, Codable, Equatable {
    /// How many tags that name one store were found at another.
    public struct Route: Sendable, Codable, Equatable {
        public let store: String
        /// The deployment of `store` and that of `foundStore`.
        public let deployment: String?
        public let foundStore: String?
        public let foundDeployment: String?
        public let tags: Int

        init(store: StoreID, foundStore: StoreID?, tags: Int) {
            self.store = store.text
            deployment = store.deployment?.text
            self.foundStore = foundStore?.text
            foundDeployment = foundStore?.deployment?.text
            self.tags = tags
        }
    }

    /// How likely fixes as far off are for tags inside their regions, at worst: that of the weakest case.
    public var p: Double?
    /// The probability that a tag is in its region: that of the weakest case.
    public var probability: Double?
    /// Metres from the centre of the region: that of the nearest tag.
    public var distance: Double?
    /// Where the tag is; for several tags the first one.
    public var place: Coordinate?
    public var routes: [Route]?
    public var batches: [String]?
    /// Contents of the tags, at most ten.
    public var contents: [String]?
    /// Registered URLs that may or may not match.
    public var registered: [String]?
    /// Why, in words.
    public var reason: String?
    /// How many visits were left out.
    public var visitsLeftOut: Int?
    /// Identifiers of the chips.
    public var chips: [String]?
    /// What the centre of the region may have been meant to be.
    public var suggestedCentre: Coordinate?
    /// ISO 8601: when a tag that was moved was last seen inside.
    public var lastInside: String?
    /// ISO 8601.
    public var lastSeen: String?
    /// What customers' phones said: refusals since the tag was last found to be fine, and acceptances.
    public var refusals: Int?
    public var acceptances: Int?
    /// Provisioned tags that were not seen where a foreign content was.
    public var notSeen: [String]?

    init() {}

    /// The batches of the tags that it is about: what an audit for one batch goes by.
    mutating func name(_ batches: [BatchName]) {
        self.batches = batches.isEmpty ? nil : Set(batches.map(\.text)).sorted()
    }
}

extension Finding {
    /// The order of a report: worst first, then by code, stores and tags.
    static func precedes(_ left: Finding, _ right: Finding) -> Bool {
        if left.severity != right.severity { return left.severity > right.severity }
        let order = FindingCode.allCases
        let ranks = (order.firstIndex(of: left.code) ?? 0, order.firstIndex(of: right.code) ?? 0)
        if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
        if left.stores != right.stores { return left.stores.lexicographicallyPrecedes(right.stores) }
        if left.tags != right.tags { return left.tags.lexicographicallyPrecedes(right.tags) }
        return left.message < right.message
    }
}
