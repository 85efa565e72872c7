package import Audit
package import Foundation
package import Registry

/// Asks the station to audit sightings against its registry.
package struct AuditRequest: Hashable, Sendable, Codable {
    package struct File: Hashable, Sendable, Codable {
        /// As the person named it; bad rows are reported by this name.
        package let name: String
        package let content: Data

        package init(name: String, content: Data) {
            self.name = name
            self.content = content
        }
    }

    /// Small files of sightings; files of any length are imported for an ``AuditDraft``. Without any, what the history
    /// has is audited: everything, since a moment, or what was imported and no audit has read yet.
    package let sightings: [File]
    package let confirmations: [File]
    /// Looks for missing tags in this batch only.
    package let batch: BatchName?
    /// Adds every tag to the report.
    package let listsTags: Bool
    /// Adds a GeoJSON map.
    package let wantsMap: Bool

    /// A sampling plan's file: the answer says whether its batch is accepted.
    package let plan: File?
    /// After how many days without a sighting a tag is stale; nil: never.
    package let staleAfterDays: Int?
    /// Audits what was seen from then on; nil: what was imported and no audit has read yet.
    package let since: Timestamp?
    /// Audits everything that the history has; what is settled is not judged again.
    package let everything: Bool

    package init(
        sightings: [File] = [], confirmations: [File] = [], batch: BatchName?, listsTags: Bool, wantsMap: Bool,
        staleAfterDays: Int? = nil, plan: File? = nil, since: Timestamp? = nil, everything: Bool = false
    ) {
        self.everything = everything
        self.since = since
        self.plan = plan
        self.sightings = sightings
        self.confirmations = confirmations
        self.staleAfterDays = staleAfterDays
        self.batch = batch
        self.listsTags = listsTags
        self.wantsMap = wantsMap
    }

    /// `sightings` and `confirmations` may be absent.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        sightings = try container.decodeIfPresent([File].self, forKey: .sightings) ?? []
        confirmations = try container.decodeIfPresent([File].self, forKey: .confirmations) ?? []
        batch = try container.decodeIfPresent(BatchName.self, forKey: .batch)
        listsTags = try container.decode(Bool.self, forKey: .listsTags)
        wantsMap = try container.decode(Bool.self, forKey: .wantsMap)
        staleAfterDays = try container.decodeIfPresent(Int.self, forKey: .staleAfterDays)
        plan = try container.decodeIfPresent(File.self, forKey: .plan)
        since = try container.decodeIfPresent(Timestamp.self, forKey: .since)
        everything = try container.decodeIfPresent(Bool.self, forKey: .everything) ?? false
    }
}

/// An audit that waits for its files: they come piece by piece and name it.
package struct AuditDraft: Sendable, Codable {
    package let schema: Int
    /// Names it in the imports of its files, and at its end.
    package let id: Int

    package init(id: Int) {
        schema = 1
        self.id = id
    }
}

package struct AuditAnswer: Sendable, Codable {
    package let report: AuditReport
    /// GeoJSON (RFC 7946), when it was asked for.
    package let map: Data?
    /// Unknown columns and the like.
    package let warnings: [String]
    /// The lives of what was found; empty for an audit on files alone.
    package let lives: [KeptFinding]
    /// What the report's findings say as keys and values, in their order; nil from older stations.
    package let words: [FindingWords]?

    /// `words`: those of an answer that came as JSON, whose report does not have them.
    package init(
        report: AuditReport, map: Data?, warnings: [String], lives: [KeptFinding] = [], words: [FindingWords]? = nil
    ) {
        self.lives = lives
        self.report = report
        let own = report.findings.compactMap(\.words)
        self.words = words ?? (own.count == report.findings.count ? own : nil)
        self.map = map
        self.warnings = warnings
    }
}
