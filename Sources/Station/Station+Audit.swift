internal import API
internal import AppClips
internal import Audit
internal import CSV
internal import Foundation
internal import Registry

extension Station {
    /// Audits sightings against the registry, and journals that it was done.
    func audit(_ request: AuditRequest, by author: Author) async throws -> AuditAnswer {
        let rules = AuditRules(now: now(), staleAfterDays: request.staleAfterDays)
        let auditor = Auditor(try await scope(of: request.batch), rules: rules)
        for file in request.sightings { try auditor.readSightings(file.name, bytes: Array(file.content)) }
        for file in request.confirmations {
            try auditor.readConfirmations(file.name, bytes: Array(file.content))
        }
        let plan = try request.plan.map { try SampleFile(Array($0.content), file: $0.name) }
        let outcome = auditor.outcome(keepingEveryTag: request.listsTags || request.wantsMap || plan != nil)
        let report = outcome.report(listingTags: request.listsTags, plan: plan)
        let record = AuditRecord(
            batch: request.batch, sightings: report.summary.sightings, badRows: report.badRows?.count ?? 0,
            findings: report.findingCounts)
        try await storage.record(.audited(record), by: author)
        return AuditAnswer(
            report: report, map: request.wantsMap ? try JSONEncoder().encode(outcome.map) : nil,
            warnings: outcome.warnings)
    }

    private func scope(of batch: BatchName?) async throws -> AuditScope {
        let templates = try await storage.templates().map { try URLTemplate($0) }
        if let batch, try await storage.batch(batch) == nil { throw StationError.unknownBatch(batch) }
        return AuditScope(
            stores: try await storage.stores(), experiences: try await storage.experiences(), templates: templates,
            tags: try await storage.tags(), batch: batch)
    }
}
