import API
import AppClips
import ArgumentParsing
import Cryptography
import Faults
import Foundation
import Glibc
import Labels
import Registry
import UnixSystem
import Version

enum SheetCommand {
    private static let batch = Argument.optional(
        "BATCH", .identifier("BATCH") as Conversion<BatchName>, help: "the batch whose QR codes are printed")
    private static let from = Option.optional("from", .file, help: "a batch file instead: no daemon is needed")
    private static let stores = Option.optional(
        "stores", .file, help: "with --from: a stores file, for the stores' names")
    private static let template = Option.optional(
        "template", .text, valueName: "TEMPLATE", help: "with --from: the URL template of rows without a url")
    private static let output = Option.list(
        "output", .file, help: "where the sheet goes: .pdf, or .png (one file per page)")
    private static let confined = Option.flag(
        "confined", help: "with --from: use no file outside the folder of --output but fonts, and no network")
    static let command = Command(
        "sheet", abstract: "Makes a sheet of QR labels for printing.",
        discussion: """
            Every symbol on the finished page is decoded again and compared with the registered URL before \
            the sheet counts. Print at 100 %: no "fit to page". A label that was printed before is made again only on \
            request: at a terminal waymark asks, elsewhere it wants --again.
            """,
        examples: [
            Example("Print a batch", "waymark sheet fruta-qr --stock 22805 --output fruta.pdf"),
            Example(
                "Make signs for a window",
                "waymark sheet fruta-qr --stock 5164 --design window --use window --logo fruta.png --output signs.pdf"),
            Example(
                "Print a file without a daemon",
                "waymark sheet --from signs.csv --template 'https://fruta.example/store/{store}{?tag}' "
                    + "--stock 22805 --output signs.pdf"),
        ],
        parameters: [
            batch, from, stores, template, output, confined, SheetPrinting.printer, PrintOptions.tag,
            PrintOptions.again,
        ]
            + SheetLook.parameters,
        rules: [
            .exactlyOne(batch, from), .requires(stores, from), .requires(template, from),
            .requires(PrintOptions.tag, batch), .requires(confined, from),
        ],
        furtherExitStatuses: [.daemonUnreachable, .noPermission],
        preparation: { values in
            if values[confined] { try SheetConfinement.enforce(outputs: values[output]) }
        }, run: run)

    private static func run(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let paths = try places(values)
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
                try await SheetJob.ofBatch(name, from: client, values)
            } else {
                try SheetJob.ofFile(values[from] ?? "", stores: values[stores], template: values[template])
            }
        let stock = try StockFile.stock(values[SheetLook.stock])
        let sheet = try Sheet(
            try SheetLook.dressed(job.labels, values), on: stock, settings: SheetLook.settings(job.name, values))
        defer { Terminal.endProgress() }
        let finished = try await sheet.make(
            paths.map { $0.hasSuffix(".pdf") ? .pdf(path: $0) : .pictures(path: $0, dotsPerInch: 300) },
            check: values[SheetLook.uncheckedSymbols] ? nil : values[SheetLook.check]
        ) { page in
            Terminal.progress("page \(page) of \(sheet.pageCount)")
        }
        Terminal.endProgress()
        // Written first, so that nothing is on record that cannot be printed; on record before it has its name, so
        // that nothing is printed that is not on record.
        var record: SheetRecord?
        if let name = values[batch], let first = finished.paths.first {
            let bytes = try File.read(first.temporary, limit: 1 << 30)
            let made = try job.record(of: finished.report, batch: name, file: bytes)
            try await client.recordSheet(made)
            record = made
        }
        try finished.publish()
        try report(finished.report, at: finished.paths.map { $0.place }, values)
        if let printer = values[SheetPrinting.printer], let path = paths.first(where: { $0.hasSuffix(".pdf") }) {
            try await SheetPrinting.print(path, job: job.name, on: stock, printer: printer, record: record, client)
        }
        return .done
    }

    /// The files to make. What is printed has a file too: it is what the journal's digest is of.
    private static func places(_ values: ParsedValues) throws -> [String] {
        let paths = values[output]
        guard values[SheetPrinting.printer] == nil || paths.contains(where: { $0.hasSuffix(".pdf") }) else {
            throw UsageError(
                message: "nothing to print", reason: "a printer gets the sheet's PDF, which is kept",
                next: "name a file for it: --output sheet.pdf")
        }
        guard !paths.isEmpty else {
            throw UsageError(
                message: "the sheet has nowhere to go", reason: "there is no --output",
                next: "name a file: --output sheet.pdf")
        }
        return paths
    }

    private static func report(_ report: SheetReport, at paths: [String], _ values: ParsedValues) throws {
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
}

/// What `sheet --json` prints.
private struct SheetAnswer: Encodable {
    let schema = 1
    let files: [String]
    let sheet: SheetReport
}
