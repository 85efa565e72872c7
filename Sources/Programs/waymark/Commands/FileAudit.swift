import API
import AppClips
import Audit
import CSV
import Faults
import Foundation
import Registry
import UnixSystem

/// An audit on files alone, without a daemon.
struct FileAudit {
    private let scope: AuditScope
    private var warnings: [String]

    /// Reads what sightings are compared with. A bad row in any of these files refuses the audit.
    init(stores: String, experiences: String, tags: String?, templates: [String]) throws {
        let storeRows = try StoreFile.read(ImportFile.read(stores), file: stores)
        let experienceRows = try ExperienceFile.read(ImportFile.read(experiences), file: experiences)
        let templates = try templates.map { try URLTemplate($0) }
        warnings = (storeRows.warnings + experienceRows.warnings).map(\.description)
        var planned: [Tag]?
        if let tags {
            let batch = try BatchFile.read(
                ImportFile.read(tags), file: tags, name: Self.batchName(tags), template: templates.first,
                stores: Set(storeRows.rows.map(\.id)))
            warnings += batch.warnings.map(\.description)
            planned = batch.batch.tags
        }
        scope = AuditScope(
            stores: storeRows.rows, experiences: experienceRows.rows, templates: templates, tags: planned,
            tagsAreDeployed: true)
    }

    /// What is asked of an audit.
    struct Question {
        let input: SightingInput
        let listsTags: Bool
        let wantsMap: Bool
        let staleAfterDays: Int?
        let plan: SampleFile?
    }

    func answer(_ question: Question) async throws -> AuditAnswer {
        let rules = AuditRules(now: Self.now, staleAfterDays: question.staleAfterDays)
        let auditor = Auditor(scope, rules: rules)
        try await question.input.read(into: auditor)
        let threads = ProcessInfo.processInfo.activeProcessorCount
        let keepsAll = question.listsTags || question.wantsMap || question.plan != nil
        let outcome = auditor.outcome(keepingEveryTag: keepsAll, threads: threads)
        return AuditAnswer(
            report: outcome.report(listingTags: question.listsTags, plan: question.plan),
            map: question.wantsMap ? try JSONEncoder().encode(outcome.map) : nil,
            warnings: warnings + outcome.warnings)
    }

    static var now: Timestamp {
        Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
    }

    private static func batchName(_ path: String) throws -> BatchName {
        guard let name = BatchName(TableFileName.stem(path)) else {
            throw RegistryError.unnamedBatch(path)
        }
        return name
    }
}
