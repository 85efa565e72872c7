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
