/// A finding and its life.
public struct KeptFinding: Hashable, Sendable, Codable {
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// Found for the first time, or again after it was resolved, or about more tags than were accepted.
        case new
        /// Found again.
        case stillThere = "still-there"
        /// An audit looked where it was and did not find it.
        case resolved
        /// A person has said that it is to stay as it is.
        case accepted
    }

    public struct Acceptance: Hashable, Sendable, Codable {
        public let reason: String
        public let person: String
        public let time: Timestamp

        public init(reason: String, person: String, time: Timestamp) {
            self.reason = reason
            self.person = person
            self.time = time
        }
    }

    /// Counted by the registry, from 1; the same finding keeps its number.
    public let number: Int64
    public let state: State
    public let code: String
    public let severity: String
    public let stores: [String]
    /// The deployment of each store, in the order of `stores`, empty for none; nil where no store has one.
    public let deployments: [String]?
    public let tags: [String]
    public let message: String
    public let next: String
    /// Message and next step as keys and values, for readers of other languages; nil where they are not known.
    public let words: FindingWords?
    /// When an audit found it first (or again after it was resolved), and last.
    public let since: Timestamp
    public let lastFound: Timestamp
    public let resolved: Timestamp?
    public let acceptance: Acceptance?
    /// What is done about it; nil until a person has to do with it.
    public let repair: FindingRepair?

    /// The stores as the registry has them.
    public var storeIDs: [StoreID] {
        zip(stores, deployments ?? stores.map { _ in "" }).compactMap { StoreID($0, of: DeploymentName($1)) }
    }

    public init(
        number: Int64, state: State, code: String, severity: String, stores: [StoreID], tags: [String], message: String,
        next: String, words: FindingWords? = nil, since: Timestamp, lastFound: Timestamp, resolved: Timestamp?,
        acceptance: Acceptance?, repair: FindingRepair? = nil
    ) {
        self.number = number
        self.state = state
        self.code = code
        self.severity = severity
        self.stores = stores.map(\.text)
        deployments = StoreID.deployments(of: stores)
        self.tags = tags
        self.message = message
        self.next = next
        self.words = words
        self.since = since
        self.lastFound = lastFound
        self.resolved = resolved
        self.acceptance = acceptance
        self.repair = repair
    }
}
