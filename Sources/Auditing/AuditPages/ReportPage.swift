package import Audit
internal import Foundation
package import Registry

/// An audit as one HTML page, for the people who act on it: a map drawn from the data, a table that sorts and filters,
/// and the next steps as a work list, store by store. It opens from a disk, without a network, and prints.
package struct ReportPage: Sendable {
    private let data: ReportData

    /// `map` must be of the same audit as `report`. `made` is shown as the report's time.
    package init(_ report: AuditReport, map: AuditMap, made: Timestamp) {
        data = ReportData(report, map: map, made: made)
    }

    /// The page in UTF-8. Throws when libcrypto cannot compute SHA-256.
    package func html() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let parts = [
            PackageResources.report_js, AuditMapParts.script, PackageResources.table_js, PackageResources.panels_js,
            PackageResources.work_js, PackageResources.paper_js, PackageResources.main_js,
        ]
        let script = Array("\"use strict\";(() => {\n".utf8) + parts.flatMap(\.self) + Array("})();\n".utf8)
        return try PageShell(
            title: "Location audit", body: PackageResources.report_html, script: script,
            data: Array(try encoder.encode(data))
        ).document()
    }
}
