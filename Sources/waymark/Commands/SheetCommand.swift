import API
import AppClips
import ArgumentParsing
import Cryptography
import Foundation
import Glibc
import Labels
import Registry
import Release
import UnixSystem

enum SheetCommand {
    private static let batch = Argument.optional(
        "BATCH", .identifier("BATCH") as Conversion<BatchName>, help: "the batch whose QR codes are printed")
    private static let from = Option.optional("from", .file, help: "a batch file instead: no daemon is needed")
    private static let stores = Option.optional(
        "stores", .file, help: "with --from: a stores file, for the stores' names")
    private static let template = Option.optional(
        "template", .text, placeholder: "TEMPLATE", help: "with --from: the URL template of rows without a url")
    private static let stock = Option.required(
        "stock", .text, placeholder: "PART", help: "the label stock: 22805, L7120, ...")
    private static let output = Option.list(
        "output", .file, isRequired: true, help: "where the sheet goes: .pdf, or .png (one file per page)")
    private static let start = Option.defaulting(
        to: 1, "start", .integer(in: 1...1_000), placeholder: "N", help: "the first free label of a part-used sheet")
    private static let again = Option.flag("again", help: "print labels that were printed before once more")
    private static let outlines = Option.flag("outlines", help: "draw the labels' edges, for a test on plain paper")

    static let command = Command(
        "sheet", abstract: "Makes a sheet of QR labels for printing.",
        discussion: """
            Every symbol is decoded again, as it lies on the finished page, and compared with the registered URL before \
            the sheet counts. Print at 100 %: no "fit to page".
            """,
        examples: [
            Example("Print a batch", "waymark sheet fruta-qr --stock 22805 --output fruta.pdf"),
            Example(
                "Print a file without a daemon",
                "waymark sheet --from signs.csv --template 'https://fruta.example/store/{store}{?tag}' "
                    + "--stock 22805 --output signs.pdf"),
        ],
        parameters: [batch, from, stores, template, stock, output, start, again, outlines],
        rules: [.exactlyOne(batch, from), .requires(stores, from), .requires(template, from)],
        furtherExitStatuses: [.daemonUnreachable, .noPermission], run: run)

    private static func run(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let paths = values[output]
        for path in paths where !path.hasSuffix(".pdf") && !path.hasSuffix(".png") {
            throw UsageError(
                message: "\(path) cannot be written", reason: "its name ends in neither .pdf nor .png",
                next: "end --output in .pdf for printing, or .png for a picture of each page")
        }
        if let twice = paths.first(where: { path in paths.count { $0 == path } > 1 }) {
            throw UsageError(
                message: "\(twice) is named twice", reason: "the second file would replace the first",
                next: "name each file once")
        }
        let client = Daemon.client(values)
        let job =
            if let name = values[batch] {
                try await SheetJob.ofBatch(name, client, again: values[again])
            } else {
                try SheetJob.ofFile(values[from] ?? "", stores: values[stores], template: values[template])
            }
        Terminal.progress("\(count(job.labels.count, "label")): drawing and checking")
        defer { Terminal.endProgress() }
        let sheet = try Sheet(
            job.labels, on: .builtIn(values[stock]),
            settings: SheetSettings(
                job: job.name, software: "Waymark \(Release.version)", createdAt: creationTime(), start: values[start],
                outlines: values[outlines])
        ).checked()
        let files = try render(sheet, to: paths)
        // Written first, so that nothing is on record that cannot be printed; on record before it has its name, so
        // that nothing is printed that is not on record.
        let written = try WrittenFiles(files)
        if let name = values[batch] {
            let pdf = try files.first { $0.path.hasSuffix(".pdf") }?.bytes ?? sheet.pdf()
            try await client.recordSheet(job.record(of: sheet.report, batch: name, pdf: pdf))
        }
        try written.giveNames()
        Terminal.endProgress()
        try report(sheet.report, files.map { $0.path }, values)
        return .done
    }

    private static func render(_ sheet: CheckedSheet, to paths: [String]) throws -> [(path: String, bytes: [UInt8])] {
        var files: [(path: String, bytes: [UInt8])] = []
        for path in paths {
            guard path.hasSuffix(".png") else {
                files.append((path, try sheet.pdf()))
                continue
            }
            for page in 1...sheet.pageCount {
                let name = sheet.pageCount == 1 ? path : "\(path.dropLast(4))-\(page).png"
                files.append((name, try sheet.png(page: page)))
            }
        }
        return files
    }

    private static func report(_ report: SheetReport, _ paths: [String], _ values: ParsedValues) throws {
        if values.wantsJSON {
            Terminal.result(try JSONText.document(SheetAnswer(files: paths, sheet: report)))
            return
        }
        for warning in report.warnings { Terminal.note("warning: \(warning)") }
        let smallest = report.cells.min { $0.millimetresPerModule < $1.millimetresPerModule }
        if let smallest {
            let module = String(format: "%.2f", smallest.millimetresPerModule)
            Terminal.result(
                "\(count(report.cells.count, "label")) on \(count(report.pages, "page")) of \(report.stock), "
                    + "every symbol decoded; \(module) mm per module, scans from "
                    + "\(Int(smallest.largestScanningDistance / 10)) cm")
        }
        for path in paths { Terminal.result("  \(path)") }
        Terminal.result("next free label: \(report.nextStart)")
    }

    /// The time in the PDF: SOURCE_DATE_EPOCH makes the same input give the same bytes.
    private static func creationTime() -> Int {
        unsafe getenv("SOURCE_DATE_EPOCH").flatMap { unsafe Int(String(cString: $0)) } ?? Int(time(nil))
    }
}

/// What `sheet --json` prints.
private struct SheetAnswer: Encodable {
    let schema = 1
    let files: [String]
    let sheet: SheetReport
}
