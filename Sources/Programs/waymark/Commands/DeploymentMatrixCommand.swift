import AppClips
import ArgumentParsing
import CSV
import DeploymentCheck
import Faults
import Labels
import LaunchPages
import Registry
import UnixSystem

/// `waymark deployment matrix`: what testers have to see, on which phone.
enum DeploymentMatrixCommand {
    private static let folder = Argument.required("FOLDER", .folder, help: "a folder with deployment.json")
    private static let reports = Option.repeated(
        "report", .file, help: "write it to this file: an .html to print or tick, or a .csv or .xlsx to fill in")
    private static let experiences = Option.repeated(
        "experience", .text, valueName: "URL", help: "only this registered URL")
    private static let tags = Option.repeated(
        "tag", .text, valueName: "ID", help: "only what this tag opens, with the tag as its example")
    private static let most = Option.defaulting(
        to: 40, "most", .integer(in: 1...10_000), valueName: "N", help: "so many experiences at most")
    private static let site = Option.optional(
        "site", .folder, help: "a folder of site export, with one folder a host (default: FOLDER/site, if it is there)")

    static let command = Command(
        "matrix", abstract: "Writes what testers have to see: each invocation on each iOS, and why.",
        discussion: """
            Every experience by every way to invoke it (NFC tag, QR code, App Clip Code, Maps, Messages, website, other apps), \
            and the links that Apple makes, on iOS 16 to 26, with nothing, the App Clip or the full app on the phone. Each \
            expectation has its reason and its source; what Apple leaves open is called so. The page has QR codes to scan, \
            what a local experience is registered with, a tag for each case, and boxes to tick. Works on the folder, \
            without a daemon. With more than --most experiences the rest is named, and the exit status is 3.
            """,
        examples: [
            Example(
                "For testers", "waymark deployment matrix tags/fruta --report fruta-tests.html --report fruta-tests.csv"
            ),
            Example("What one tag opens", "waymark deployment matrix tags/fruta --tag q-cu-01 --report tag.html"),
        ],
        parameters: [folder, reports, experiences, tags, most, site], furtherExitStatuses: [.partlyDone], run: run)

    private static func run(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let endings = ["html", "csv", "xlsx"]
        for path in values[reports] where !endings.contains(where: { path.lowercased().hasSuffix(".\($0)") }) {
            throw UsageError(
                message: "\(path) is not written", reason: "its name ends in none of .html, .csv, .xlsx",
                next: "end the file's name in the form that you want")
        }
        let deployment = try DeploymentFolder(values[folder]).loaded()
        var subject = CheckSubject(deployment)
        let folder = values[site] ?? "\(values[folder])/site"
        if values[site] != nil || SiteFolder.exists(folder) {
            try SiteFolder(folder).examine(for: &subject)
        }
        let choice = LaunchMatrix.Choice(
            experiences: values[experiences], tags: values[tags], most: values[most])
        let matrix = LaunchMatrix(subject, name: deployment.name, choice: choice)
        if let unknown = matrix.unknown.first {
            throw UsageError(
                message: "\(unknown) is not in the deployment", reason: "no experience and no tag is called so",
                next: "see the files of \(values[Self.folder])")
        }
        for path in values[reports] { try File.writeAtomically(try bytes(of: matrix, for: path), to: path) }
        try show(matrix, values)
        return matrix.leftOut.isEmpty ? .done : .partlyDone
    }

    private static func bytes(of matrix: LaunchMatrix, for path: String) throws -> [UInt8] {
        guard path.lowercased().hasSuffix(".html") else {
            return try SavedTable.bytes(matrix.csv, for: path, numbers: [], sheet: "Launch matrix")
        }
        return try LaunchPage(matrix) { text in
            // Where a URL fits in no QR code its page has none: waymark check says so of tags.
            guard let symbol = try? QRSymbol(text), (try? symbol.check()) != nil, let svg = try? symbol.svg(tag: text)
            else {
                return nil
            }
            let whole = String(decoding: svg, as: UTF8.self)
            return whole.firstRange(of: "<svg").map { String(whole[$0.lowerBound...]) }
        }.document()
    }

    private static func show(_ matrix: LaunchMatrix, _ values: ParsedValues) throws {
        if values.wantsJSON {
            Terminal.result(try JSONText.document(matrix))
        } else {
            var table = Table(["PART", "URL", "TAGS", "CASES", "NOT STATED"])
            for part in matrix.parts {
                let all = part.cases.flatMap(\.expectations)
                table.append([
                    part.kind.rawValue, part.url ?? "-", String(part.tags), String(all.count),
                    String(all.count { $0.outcome == .unstated }),
                ])
            }
            Terminal.result(table.text)
            Terminal.result(count(matrix.caseCount, "case"))
            for path in values[reports] { Terminal.result("  \(path)") }
        }
        guard !matrix.leftOut.isEmpty else { return }
        let shown = matrix.leftOut.prefix(3).joined(separator: ", ")
        Terminal.note(
            "left out: \(count(matrix.leftOut.count, "experience")), such as \(shown); choose with --experience URL or "
                + "--tag ID, or raise --most")
    }
}
