package import Audit
internal import Foundation
internal import Languages
package import Registry

/// An audit as one HTML page, for the people who act on it: a map drawn from the data, a table that sorts and filters,
/// and the next steps as a work list, store by store, in the reader's language. It opens from a disk, without a network, and prints.
package struct ReportPage: Sendable {
    private let data: ReportData
    private let words: [FindingWords]

    /// `map` must be of the same audit as `report`, `words` what its findings say, in their order: without them they are
    /// English. `made` is shown as the report's time.
    package init(_ report: AuditReport, words: [FindingWords]?, map: AuditMap, made: Timestamp) {
        data = ReportData(report, words: words, map: map, made: made)
        self.words = words ?? []
    }

    /// The page in UTF-8. Throws when libcrypto cannot compute SHA-256.
    package func html() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let parts = [
            WordingScript.statements, PackageResources.report_js, AuditMapParts.script, PackageResources.table_js,
            PackageResources.panels_js,
            PackageResources.work_js, PackageResources.paper_js, PackageResources.main_js,
        ]
        let script = Array("\"use strict\";(() => {\n".utf8) + parts.flatMap(\.self) + Array("})();\n".utf8)
        return try PageShell(
            title: "Location audit", body: PackageResources.report_html, script: script,
            data: [
                ("audit", Array(try encoder.encode(data))), ("texts", try ReportTexts.json(for: words)),
            ]
        ).document()
    }
}
