import API
import AppClips
import Audit
import CSV
import Faults
import Foundation
import Registry
import Synchronization
import UnixSystem

/// An audit on files alone, without a daemon.
struct FileAudit {
    /// What sightings are compared with.
    let stores: String
    let experiences: String
    let tags: String?
    let templates: [String]

    /// What is asked of an audit.
    struct Question {
        let input: SightingInput
        let listsTags: Bool
        let wantsMap: Bool
        let staleAfterDays: Int?
        let plan: SampleFile?
    }

    /// A bad row in any of the files that sightings are compared with refuses the audit.
    func answer(_ question: Question) async throws -> AuditAnswer {
        let rules = AuditRules(now: Self.now, staleAfterDays: question.staleAfterDays)
        let (intake, (scope, warnings)) = try await evidence(question.input, rules)
        let threads = ProcessInfo.processInfo.activeProcessorCount
        let keepsAll = question.listsTags || question.wantsMap || question.plan != nil
        let outcome = Auditor(scope, rules: rules, intake: intake).outcome(keepingEveryTag: keepsAll, threads: threads)
        // The program ends soon. To give back what is known of each tag and store, one after another, takes longer than to
        // report.
        _ = unsafe Unmanaged.passRetained(Kept(outcome, scope))
        return AuditAnswer(
            report: outcome.report(listingTags: question.listsTags, plan: question.plan),
            map: question.wantsMap ? try JSONEncoder().encode(outcome.map) : nil,
            warnings: warnings + outcome.warnings)
    }

    private typealias Compared = (scope: PreparedScope, warnings: [String])

    /// Reads sightings while the other files are read, except where these say what of a URL a chip mirrors, and where the end
    /// of the sightings may be long in coming: then a fault of the others comes first.
    private func evidence(_ input: SightingInput, _ rules: AuditRules) async throws -> (AuditIntake, Compared) {
        if tags != nil || input.waits {
            let compared = try prepare(rules)
            let intake = AuditIntake(rules, of: compared.scope.scope.tags ?? [])
            try await input.read(into: intake)
            return (intake, compared)
        }
        let failure = FirstFailure()
        async let compared = failure.noting { try prepare(rules) }
        let intake = AuditIntake(rules, of: [])
        do {
            try await input.read(into: intake, check: failure.check)
        } catch {
            // Of two faults that of the other files counts, as if they had been read before.
            _ = try await compared
            throw error
        }
        return (intake, try await compared)
    }

    private func prepare(_ rules: AuditRules) throws -> Compared {
        let storeRows = try StoreFile.read(ImportFile.read(stores), file: stores)
        let experienceRows = try ExperienceFile.read(ImportFile.read(experiences), file: experiences)
        let templates = try templates.map { try URLTemplate($0) }
        var warnings = (storeRows.warnings + experienceRows.warnings).map(\.description)
        var planned: [Tag]?
        if let tags {
            let batch = try BatchFile.read(
                ImportFile.read(tags), file: tags, name: Self.batchName(tags), template: templates.first,
                stores: Set(storeRows.rows.map(\.id)))
            warnings += batch.warnings.map(\.description)
            planned = batch.batch.tags
        }
        let scope = AuditScope(
            stores: storeRows.rows, experiences: experienceRows.rows, templates: templates, tags: planned,
            tagsAreDeployed: true)
        return (PreparedScope(scope, rules: rules), warnings)
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

/// What stays in memory until the program ends.
private final class Kept: Sendable {
    private let outcome: AuditOutcome
    private let scope: PreparedScope

    init(_ outcome: AuditOutcome, _ scope: PreparedScope) { (self.outcome, self.scope) = (outcome, scope) }
}

/// What ends the reading of one file when another one is of no use.
private final class FirstFailure: Sendable {
    private let failure = Mutex<(any Error)?>(nil)

    func noting<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            failure.withLock { $0 = error }
            throw error
        }
    }

    func check() throws {
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}
