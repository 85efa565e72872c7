import API
import AppClips
import Audit
import CSV
import Foundation
import Registry
import UnixSystem

/// An audit on files alone, without a daemon.
struct FileAudit {
    /// What is read into memory at once. Larger files come in pieces to the engine, not to this command.
    static let sightingsLimit = 1 << 30

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

    func answer(_ files: [String], listingTags: Bool) throws -> AuditAnswer {
        var auditor = Auditor(scope)
        var badRows = BadRows()
        var warnings = warnings
        for file in files {
            var reader = SightingReader(file: file)
            try reader.feed(try File.read(file, limit: Self.sightingsLimit)) { auditor.add($0) }
            try reader.finish { auditor.add($0) }
            badRows.add(reader.badRows)
            warnings += reader.warnings.map(\.description)
        }
        let outcome = auditor.outcome(badRows: badRows)
        return AuditAnswer(
            report: outcome.report(listingTags: listingTags), map: try JSONEncoder().encode(outcome.map),
            warnings: warnings)
    }

    private static func batchName(_ path: String) throws -> BatchName {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        guard let name = BatchName(file.hasSuffix(".csv") ? String(file.dropLast(4)) : file) else {
            throw RegistryError(
                .badFile, "\(path) is refused", why: "its name cannot be a batch's name",
                next: "rename the file: at most 64 characters, no control characters")
        }
        return name
    }
}
