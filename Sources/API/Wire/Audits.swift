public import Audit
public import Foundation
public import Registry

/// Asks the station to audit sightings against its registry.
public struct AuditRequest: Hashable, Sendable, Codable {
    public struct File: Hashable, Sendable, Codable {
        /// As the person named it; bad rows are told by this name.
        public let name: String
        public let content: Data

        public init(name: String, content: Data) {
            self.name = name
            self.content = content
        }
    }

    public let sightings: [File]
    /// Looks for missing tags in this batch only.
    public let batch: BatchName?
    /// Adds every tag to the report.
    public let listsTags: Bool
    /// Adds a GeoJSON map.
    public let wantsMap: Bool

    public init(sightings: [File], batch: BatchName?, listsTags: Bool, wantsMap: Bool) {
        self.sightings = sightings
        self.batch = batch
        self.listsTags = listsTags
        self.wantsMap = wantsMap
    }
}

public struct AuditAnswer: Sendable, Codable {
    public let report: AuditReport
    /// GeoJSON (RFC 7946), when it was asked for.
    public let map: Data?
    /// Unknown columns and the like.
    public let warnings: [String]

    public init(report: AuditReport, map: Data?, warnings: [String]) {
        self.report = report
        self.map = map
        self.warnings = warnings
    }
}
