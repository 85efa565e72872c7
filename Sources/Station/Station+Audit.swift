internal import API
internal import AppClips
internal import Audit
internal import CSV
internal import Foundation
internal import Registry

extension Station {
    /// Audits sightings against the registry, and journals that it was done.
    func audit(_ request: AuditRequest, by author: Author) async throws -> AuditAnswer {
        var auditor = Auditor(try await scope(of: request.batch))
        var badRows = BadRows()
        var warnings: [String] = []
        for file in request.sightings {
            var reader = SightingReader(file: file.name)
            try reader.feed(Array(file.content)) { auditor.add($0) }
            try reader.finish { auditor.add($0) }
            badRows.add(reader.badRows)
            warnings += reader.warnings.map(\.description)
        }
        let outcome = auditor.outcome(badRows: badRows)
        let report = outcome.report(listingTags: request.listsTags)
        let record = AuditRecord(
            batch: request.batch, sightings: report.summary.sightings, badRows: badRows.count,
            findings: report.findingCounts)
        try await storage.record(.audited(record), by: author)
        return AuditAnswer(
            report: report, map: request.wantsMap ? try JSONEncoder().encode(outcome.map) : nil, warnings: warnings)
    }

    private func scope(of batch: BatchName?) async throws -> AuditScope {
        let templates = try await storage.templates().map { try URLTemplate($0) }
        if let batch, try await storage.batch(batch) == nil { throw StationError.unknownBatch(batch) }
        return AuditScope(
            stores: try await storage.stores(), experiences: try await storage.experiences(), templates: templates,
            tags: try await storage.tags(), batch: batch)
    }
}
