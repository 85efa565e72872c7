public import Audit
public import Foundation
public import Registry

/// Asks the station to audit sightings against its registry.
public struct AuditRequest: Hashable, Sendable, Codable {
    public struct File: Hashable, Sendable, Codable {
        /// As the person named it; bad rows are reported by this name.
        public let name: String
        public let content: Data

        public init(name: String, content: Data) {
            self.name = name
            self.content = content
        }
    }

    /// Small files of sightings; files of any length are imported for an ``AuditDraft``. Without any, what the history
    /// has is audited: since a moment, or what came in after the last audit.
    public let sightings: [File]
    public let confirmations: [File]
    /// Looks for missing tags in this batch only.
    public let batch: BatchName?
    /// Adds every tag to the report.
    public let listsTags: Bool
    /// Adds a GeoJSON map.
    public let wantsMap: Bool

    /// A sampling plan's file: the answer says whether its batch is accepted.
    public let plan: File?
    /// After how many days without a sighting a tag is stale; nil: never.
    public let staleAfterDays: Int?
    /// Audits what was seen from then on; nil: what came in after the last audit.
    public let since: Timestamp?

    public init(
        sightings: [File] = [], confirmations: [File] = [], batch: BatchName?, listsTags: Bool, wantsMap: Bool,
        staleAfterDays: Int? = nil, plan: File? = nil, since: Timestamp? = nil
    ) {
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
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        sightings = try container.decodeIfPresent([File].self, forKey: .sightings) ?? []
        confirmations = try container.decodeIfPresent([File].self, forKey: .confirmations) ?? []
        batch = try container.decodeIfPresent(BatchName.self, forKey: .batch)
        listsTags = try container.decode(Bool.self, forKey: .listsTags)
        wantsMap = try container.decode(Bool.self, forKey: .wantsMap)
        staleAfterDays = try container.decodeIfPresent(Int.self, forKey: .staleAfterDays)
        plan = try container.decodeIfPresent(File.self, forKey: .plan)
        since = try container.decodeIfPresent(Timestamp.self, forKey: .since)
    }
}

/// An audit that waits for its files: they come piece by piece and name it.
public struct AuditDraft: Sendable, Codable {
    public let schema: Int
    /// Names it in the imports of its files, and at its end.
    public let id: Int

    public init(id: Int) {
        schema = 1
        self.id = id
    }
}

public struct AuditAnswer: Sendable, Codable {
    public let report: AuditReport
    /// GeoJSON (RFC 7946), when it was asked for.
    public let map: Data?
    /// Unknown columns and the like.
    public let warnings: [String]
    /// The lives of what was found; empty for an audit on files alone.
    public let lives: [KeptFinding]

    public init(report: AuditReport, map: Data?, warnings: [String], lives: [KeptFinding] = []) {
        self.lives = lives
        self.report = report
        self.map = map
        self.warnings = warnings
    }
}
