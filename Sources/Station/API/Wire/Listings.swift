internal import AppClips
package import Registry

/// The station at a glance.
package struct StationStatus: Hashable, Sendable, Codable {
    package let schema: Int
    package let version: String
    package let station: String
    package let stores: Int
    package let experiences: Int
    package let batches: [BatchSummary]
    package let readers: [ReaderStatus]
    package let journal: JournalCheck
    /// What needs attention.
    package let conditions: [StationCondition]

    package init(
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
package struct StoreList: Hashable, Sendable, Codable {
    package let schema: Int
    package let stores: [Store]
    /// Where the next page begins (`cursor`); nil on the last one.
    package let next: String?

    package init(_ stores: [Store], next: String? = nil) {
        schema = 1
        self.stores = stores
        self.next = next
    }
}

package struct ExperienceList: Hashable, Sendable, Codable {
    package let schema: Int
    package let experiences: [Experience]
    package let next: String?

    package init(_ experiences: [Experience], next: String? = nil) {
        schema = 1
        self.experiences = experiences
        self.next = next
    }
}

package struct TagList: Hashable, Sendable, Codable {
    package let schema: Int
    package let tags: [Tag]
    package let next: String?

    package init(_ tags: [Tag], next: String? = nil) {
        schema = 1
        self.tags = tags
        self.next = next
    }
}

package struct StoreDetail: Hashable, Sendable, Codable {
    package let schema: Int
    package let store: Store

    package init(_ store: Store) {
        schema = 1
        self.store = store
    }
}

package struct BatchList: Hashable, Sendable, Codable {
    package let schema: Int
    package let batches: [BatchSummary]
    /// Where the next page begins (`cursor`); nil on the last one.
    package let next: String?

    package init(_ batches: [BatchSummary], next: String? = nil) {
        schema = 1
        self.batches = batches
        self.next = next
    }
}

package struct ReaderList: Hashable, Sendable, Codable {
    package let schema: Int
    package let readers: [ReaderStatus]

    package init(_ readers: [ReaderStatus]) {
        schema = 1
        self.readers = readers
    }
}

/// A batch with everything that putting it on tags needs.
package struct BatchDetail: Hashable, Sendable, Codable {
    /// A tag that must not be put up as it is planned.
    package struct Doubt: Hashable, Sendable, Codable {
        package let tag: TagID
        package let code: BatchCheck.Doubt.Code
        package let why: String
        package let next: String

        init(_ doubt: BatchCheck.Doubt) {
            tag = doubt.tag.id
            code = doubt.code
            why = doubt.why
            next = doubt.next
        }
    }

    package let schema: Int
    package let batch: Batch
    /// The stores that its tags name.
    package let stores: [Store]
    package let doubts: [Doubt]

    package init(_ batch: Batch, stores: [Store], doubts: [BatchCheck.Doubt]) {
        schema = 1
        self.batch = batch
        self.stores = stores
        self.doubts = doubts.map(Doubt.init)
    }

    /// The doubts with their tags.
    package var batchDoubts: [BatchCheck.Doubt] {
        let tags = Dictionary(batch.tags.map { ($0.id, $0) }) { first, _ in first }
        return doubts.compactMap { doubt in
            tags[doubt.tag].map { BatchCheck.Doubt(tag: $0, code: doubt.code, why: doubt.why) }
        }
    }
}

/// A batch that was created.
package struct BatchCreated: Hashable, Sendable, Codable {
    package let schema: Int
    package let batch: BatchSummary
    package let warnings: [String]
    /// Whether nothing was changed, because the request asked for that.
    package let isDryRun: Bool

    package init(_ batch: BatchSummary, warnings: [String], isDryRun: Bool = false) {
        self.isDryRun = isDryRun
        schema = 1
        self.batch = batch
        self.warnings = warnings
    }
}

package struct TagDetail: Hashable, Sendable, Codable {
    package let schema: Int
    package let tag: Tag
    /// What the journal says about it, oldest first.
    package let history: [JournalLine]

    package init(_ tag: Tag, history: [JournalEntry]) {
        schema = 1
        self.tag = tag
        self.history = history.map(JournalLine.init)
    }
}

package struct JournalPage: Hashable, Sendable, Codable {
    package let schema: Int
    package let entries: [JournalLine]
    /// Where the next page begins (`cursor`); nil on the last one.
    package let next: String?

    package init(_ entries: [JournalEntry], next: String? = nil) {
        self.init(entries.map(JournalLine.init), next: next)
    }

    package init(_ lines: [JournalLine], next: String? = nil) {
        schema = 1
        entries = lines
        self.next = next
    }
}

/// Everything that the check of the App Clip side looks at.
package struct RegistryHoldings: Hashable, Sendable, Codable {
    package let schema: Int
    package let deployments: [DeploymentProfile]
    package let stores: [Store]
    package let experiences: [Experience]
    /// The URL templates of all batches and deployments, without repetition.
    package let templates: [String]
    /// The same with the deployments that they are of.
    package let storeTemplates: [StoreTemplate]
    package let tags: [Tag]

    package init(
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
    package init(_ deployment: LoadedDeployment) throws {
        self.init(
            deployments: [deployment.profile], stores: deployment.stores, experiences: deployment.experiences,
            templates: try deployment.storeTemplates, tags: deployment.batches.flatMap(\.tags))
    }
}
