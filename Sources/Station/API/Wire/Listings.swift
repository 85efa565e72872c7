internal import AppClips
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
    /// What needs attention.
    public let conditions: [StationCondition]

    public init(
        version: String, station: String, stores: Int, experiences: Int, batches: [BatchSummary],
        readers: [ReaderStatus], journal: JournalCheck, conditions: [StationCondition]
    ) {
        schema = 1
        self.version = version
        self.station = station
        self.stores = stores
        self.experiences = experiences
        self.batches = batches
        self.readers = readers
        self.journal = journal
        self.conditions = conditions
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
    /// A tag that must not be put up as it is planned.
    public struct Doubt: Hashable, Sendable, Codable {
        public let tag: TagID
        public let code: BatchCheck.Doubt.Code
        public let why: String
        public let next: String

        init(_ doubt: BatchCheck.Doubt) {
            tag = doubt.tag.id
            code = doubt.code
            why = doubt.why
            next = doubt.next
        }
    }

    public let schema: Int
    public let batch: Batch
    /// The stores that its tags name.
    public let stores: [Store]
    public let doubts: [Doubt]

    public init(_ batch: Batch, stores: [Store], doubts: [BatchCheck.Doubt]) {
        schema = 1
        self.batch = batch
        self.stores = stores
        self.doubts = doubts.map(Doubt.init)
    }

    /// The doubts with their tags.
    public var batchDoubts: [BatchCheck.Doubt] {
        let tags = Dictionary(batch.tags.map { ($0.id, $0) }) { first, _ in first }
        return doubts.compactMap { doubt in
            tags[doubt.tag].map { BatchCheck.Doubt(tag: $0, code: doubt.code, why: doubt.why) }
        }
    }
}

/// A batch that was created.
public struct BatchCreated: Hashable, Sendable, Codable {
    public let schema: Int
    public let batch: BatchSummary
    public let warnings: [String]
    /// Whether nothing was changed, because the request asked for that.
    public let isDryRun: Bool

    public init(_ batch: BatchSummary, warnings: [String], isDryRun: Bool = false) {
        self.isDryRun = isDryRun
        schema = 1
        self.batch = batch
        self.warnings = warnings
    }
}

public struct TagDetail: Hashable, Sendable, Codable {
    public let schema: Int
    public let tag: Tag
    /// What the journal says about it, oldest first.
    public let history: [JournalLine]

    public init(_ tag: Tag, history: [JournalEntry]) {
        schema = 1
        self.tag = tag
        self.history = history.map(JournalLine.init)
    }
}

public struct JournalPage: Hashable, Sendable, Codable {
    public let schema: Int
    public let entries: [JournalLine]
    /// Where the next page begins (`cursor`); nil on the last one.
    public let next: String?

    public init(_ entries: [JournalEntry], next: String? = nil) {
        self.init(entries.map(JournalLine.init), next: next)
    }

    public init(_ lines: [JournalLine], next: String? = nil) {
        schema = 1
        entries = lines
        self.next = next
    }
}

/// Everything that the check of the App Clip side looks at.
public struct RegistryHoldings: Hashable, Sendable, Codable {
    public let schema: Int
    public let deployments: [DeploymentProfile]
    public let stores: [Store]
    public let experiences: [Experience]
    /// The URL templates of all batches and deployments, without repetition.
    public let templates: [String]
    /// The same with the deployments that they are of.
    public let storeTemplates: [StoreTemplate]
    public let tags: [Tag]

    public init(
        deployments: [DeploymentProfile], stores: [Store], experiences: [Experience],
        templates: [StoreTemplate], tags: [Tag]
    ) {
        schema = 1
        self.deployments = deployments
        self.stores = stores
        self.experiences = experiences
        self.templates = Set(templates.map(\.template.text)).sorted()
        storeTemplates = templates
        self.tags = tags
    }

    /// What a registry would hold that had this deployment alone.
    public init(_ deployment: LoadedDeployment) throws {
        self.init(
            deployments: [deployment.profile], stores: deployment.stores, experiences: deployment.experiences,
            templates: try deployment.storeTemplates, tags: deployment.batches.flatMap(\.tags))
    }
}
