import API
import ArgumentParsing
import CSV
import DeploymentCheck
import Faults
import Registry

enum CheckCommand {
    private static let folder = Argument.optional(
        "FOLDER", .folder, help: "a deployment's folder; without it the daemon's registry is checked")
    private static let pictures = Option.optional(
        "pictures", .folder, help: "where the experiences' pictures are (default: FOLDER)")
    private static let site = Option.optional(
        "site", .folder, help: "a folder of site export, with one folder a host (default: FOLDER/site, if it is there)")

    static let command = Command(
        "check", abstract: "Checks everything outside the tags that must be true for them to work.",
        discussion: """
            Each tag and each experience is held against every rule: URLs, experiences, media, cards and their \
            pictures, positions, site associations, notifications. docs/app-clip-side.md lists the rules. The exit \
            status is 0 without findings, 2 with findings.
            """,
        examples: [
            Example("Check a deployment before it is loaded", "waymark check tags/fruta"),
            Example("Check what the registry holds", "waymark check"),
        ],
        parameters: [folder, pictures, site], furtherExitStatuses: [.findings, .daemonUnreachable, .noPermission],
        run: run)

    private static func run(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let report = try await report(values)
        if values.wantsJSON {
            Terminal.result(try JSONText.document(report))
        } else {
            show(report)
        }
        return report.findings.isEmpty ? .done : .findings
    }

    private static func report(_ values: ParsedValues) async throws -> CheckReport {
        var subject: CheckSubject
        if let path = values[folder] {
            do {
                subject = CheckSubject(try DeploymentFolder(path).loaded())
            } catch let error as FileError where error.code == .rows {
                return CheckReport(refused: error.problems)
            }
        } else {
            subject = CheckSubject(try await Daemon.client(values).holdings())
        }
        if let path = values[pictures] ?? values[folder] {
            subject.pictures = CardPictures.read(subject.experiences, in: path)
        }
        if let path = values[site] {
            try SiteFolder(path).examine(for: &subject)
        } else if let path = values[folder].map({ "\($0)/site" }), SiteFolder.exists(path) {
            try SiteFolder(path).examine(for: &subject)
        }
        return CheckReport(subject)
    }

    static func show(_ report: CheckReport) {
        if !report.registered.isEmpty {
            var table = Table(["REGISTERED URL", "SCANNED AS IT IS, OPENS", "STORE", "TAGS"])
            for entry in report.registered {
                let opens = entry.opens == entry.url ? "itself" : entry.opens ?? "nothing: \(entry.status)"
                table.append([entry.url, opens, entry.store ?? "-", String(entry.tags)])
            }
            Terminal.result(table.text + "\n")
        }
        for finding in report.findings { Terminal.result(text(of: finding)) }
        for part in report.notChecked { Terminal.note("not checked: \(part)") }
        let findings = report.findings.isEmpty ? "no findings" : count(report.findings.count, "finding")
        // Files that are refused hold nothing that could be counted.
        let isRefused = report.tags + report.experiences == 0 && !report.findings.isEmpty
        let checked = "\(count(report.tags, "tag")), \(count(report.experiences, "experience")): "
        Terminal.result(isRefused ? findings : checked + findings)
    }

    /// A finding as a person reads it.
    static func text(of finding: CheckFinding) -> String {
        var lines = ["\(finding.severity.rawValue): \(finding.code.rawValue): \(finding.message)"]
        lines += finding.experiences.map { "  experience \($0)" }
        if !finding.tags.isEmpty {
            let shown = finding.tags.prefix(8).joined(separator: ", ")
            let more = finding.tags.count > 8 ? " and \(finding.tags.count - 8) more" : ""
            lines.append("  \(count(finding.tags.count, "tag")): \(shown)\(more)")
        }
        if !finding.stores.isEmpty { lines.append("  stores: \(finding.stores.joined(separator: ", "))") }
        return (lines + ["  next: \(finding.next)", ""]).joined(separator: "\n")
    }
}
