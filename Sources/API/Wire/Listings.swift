public import Registry

/// The station at a glance.
public struct StationStatus: Hashable, Sendable, Codable {
    public let schema: Int
    public let version: String
    public let station: String
    public let stores: Int
    public let experiences: Int
    public let batches: [BatchSummary]
    public let readers: [ReaderStatus]
    public let journal: JournalCheck

    public init(
        version: String, station: String, stores: Int, experiences: Int, batches: [BatchSummary],
        readers: [ReaderStatus], journal: JournalCheck
    ) {
        schema = 1
        self.version = version
        self.station = station
        self.stores = stores
        self.experiences = experiences
        self.batches = batches
        self.readers = readers
        self.journal = journal
    }
}

/// A list under a name, so that more can be said beside it later.
public struct StoreList: Hashable, Sendable, Codable {
    public let schema: Int
    public let stores: [Store]
    /// Where the next page begins (`cursor`); nil on the last one.
    public let next: String?

    public init(_ stores: [Store], next: String? = nil) {
        schema = 1
        self.stores = stores
        self.next = next
    }
}

public struct ExperienceList: Hashable, Sendable, Codable {
    public let schema: Int
    public let experiences: [Experience]
    public let next: String?

    public init(_ experiences: [Experience], next: String? = nil) {
        schema = 1
        self.experiences = experiences
        self.next = next
    }
}

public struct TagList: Hashable, Sendable, Codable {
    public let schema: Int
    public let tags: [Tag]
    public let next: String?

    public init(_ tags: [Tag], next: String? = nil) {
        schema = 1
        self.tags = tags
        self.next = next
    }
}

public struct StoreDetail: Hashable, Sendable, Codable {
    public let schema: Int
    public let store: Store

    public init(_ store: Store) {
        schema = 1
        self.store = store
    }
}

public struct BatchList: Hashable, Sendable, Codable {
    public let schema: Int
    public let batches: [BatchSummary]
    /// Where the next page begins (`cursor`); nil on the last one.
    public let next: String?

    public init(_ batches: [BatchSummary], next: String? = nil) {
        schema = 1
        self.batches = batches
        self.next = next
    }
}

public struct ReaderList: Hashable, Sendable, Codable {
    public let schema: Int
    public let readers: [ReaderStatus]

    public init(_ readers: [ReaderStatus]) {
        schema = 1
        self.readers = readers
    }
}

/// A batch with everything that putting it on tags needs.
public struct BatchDetail: Hashable, Sendable, Codable {
    /// A tag whose URL no registered experience answers for with certainty.
    public struct Doubt: Hashable, Sendable, Codable {
        public let tag: TagID
        public let why: String

        public init(tag: TagID, why: String) {
            self.tag = tag
            self.why = why
        }
    }

    public let schema: Int
    public let batch: Batch
    /// The stores that its tags name.
    public let stores: [Store]
    public let doubts: [Doubt]

    public init(_ batch: Batch, stores: [Store], doubts: [Doubt]) {
        schema = 1
        self.batch = batch
        self.stores = stores
        self.doubts = doubts
    }
}

/// A batch that was created.
public struct BatchCreated: Hashable, Sendable, Codable {
    public let schema: Int
    public let batch: BatchSummary
    public let warnings: [String]

    public init(_ batch: BatchSummary, warnings: [String]) {
        schema = 1
        self.batch = batch
        self.warnings = warnings
    }
}

public struct TagDetail: Hashable, Sendable, Codable {
    public let schema: Int
    public let tag: Tag
    /// What the journal says about it, oldest first.
    public let history: [JournalEntry]

    public init(_ tag: Tag, history: [JournalEntry]) {
        schema = 1
        self.tag = tag
        self.history = history
    }
}

public struct JournalPage: Hashable, Sendable, Codable {
    public let schema: Int
    public let entries: [JournalEntry]
    /// Where the next page begins (`cursor`); nil on the last one.
    public let next: String?

    public init(_ entries: [JournalEntry], next: String? = nil) {
        schema = 1
        self.entries = entries
        self.next = next
    }
}

/// Everything that the check of the App Clip side looks at.
public struct RegistryHoldings: Hashable, Sendable, Codable {
    public let schema: Int
    public let deployments: [DeploymentProfile]
    public let stores: [Store]
    public let experiences: [Experience]
    /// The URL templates of all batches and deployments.
    public let templates: [String]
    public let tags: [Tag]

    public init(
        deployments: [DeploymentProfile], stores: [Store], experiences: [Experience], templates: [String],
        tags: [Tag]
    ) {
        schema = 1
        self.deployments = deployments
        self.stores = stores
        self.experiences = experiences
        self.templates = templates
        self.tags = tags
    }

    /// What a registry would hold that had this deployment alone.
    public init(_ deployment: LoadedDeployment) {
        self.init(
            deployments: [deployment.profile], stores: deployment.stores, experiences: deployment.experiences,
            templates: [deployment.template].compactMap { $0 }, tags: deployment.batches.flatMap(\.tags))
    }
}
