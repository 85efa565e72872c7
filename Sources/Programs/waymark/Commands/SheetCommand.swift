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

/// What a sheet looks like.
private enum Look {
    static let stock = Option.required(
        "stock", .text, valueName: "PART",
        help: "the label stock: 22805, L7120, ..., roll-62x29, or a JSON file that describes yours")
    static let design = Option.repeated(
        "design", .text, valueName: "DESIGN",
        help: "label, counter, table, window or door; PLACEMENT=DESIGN for one placement (repeatable)")
    static let callToAction = Option.optional(
        "call-to-action", .text, valueName: "TEXT", help: "what signs ask people to do, in any script")
    static let logo = Option.optional("logo", .file, help: "a PNG for the head of every sign, printed in grey")
    static let use = Option.defaulting(
        to: SymbolUse.counter, "use", .choice(of: SymbolUse.self),
        help: "where the symbols are put up: how much damage they have to take")
    static let resolution = Option.defaulting(
        to: 600, "dpi", .integer(in: 150...2_400), valueName: "N", help: "the printer's resolution")
    static let start = Option.defaulting(
        to: 1, "start", .integer(in: 1...1_000), valueName: "N", help: "the first free label of a part-used sheet")
    static let outlines = Option.flag("outlines", help: "draw the labels' edges, for a test on plain paper")
    static let cutMarks = Option.flag("cut-marks", help: "draw marks at the page's edge where labels are cut")
    static let uncheckedSymbols = Option.flag("no-check", help: "do not decode the symbols again: for timings only")
    static let check = Option.defaulting(
        to: SheetCheck.zbar, "decoder", .choice(of: SheetCheck.self),
        help: "what reads the symbols again: zbar, zxing, or both in turn")
    static let parameters: [any ParameterKey] = [
        stock, design, callToAction, logo, use, resolution, start, outlines, cutMarks, check,
        uncheckedSymbols,
    ]
}

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
            + Look.parameters,
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
        let stock = try StockFile.stock(values[Look.stock])
        let sheet = try Sheet(try labels(job, values), on: stock, settings: settings(job, values))
        defer { Terminal.endProgress() }
        let finished = try await sheet.make(
            paths.map { $0.hasSuffix(".pdf") ? .pdf(path: $0) : .pictures(path: $0, dotsPerInch: 300) },
            check: values[Look.uncheckedSymbols] ? nil : values[Look.check]
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

    private static func settings(_ job: SheetJob, _ values: ParsedValues) throws -> SheetSettings {
        SheetSettings(
            job: job.name, software: "Waymark \(Release.version)", createdAt: CreationTime.now,
            start: values[Look.start], dotsPerInch: values[Look.resolution], level: values[Look.use].level,
            outlines: values[Look.outlines], cutMarks: values[Look.cutMarks],
            logo: try values[Look.logo].map { try Logo(png: File.read($0, limit: 16 << 20)) })
    }

    /// The job's labels with their designs.
    private static func labels(_ job: SheetJob, _ values: ParsedValues) throws -> [LabelContent] {
        var everywhere = SignDesign.label
        var designs: [String: SignDesign] = [:]
        for text in values[Look.design] {
            // A placement may have an equals sign of its own.
            let sign = text.lastIndex(of: "=")
            let name = sign.map { String(text[text.index(after: $0)...]) } ?? text
            guard let design = SignDesign(rawValue: name) else {
                throw UsageError(
                    message: "there is no design \(name)",
                    reason: "the designs are \(SignDesign.allCases.map(\.rawValue).joined(separator: ", "))",
                    next: "give one of them, or PLACEMENT=DESIGN for one placement")
            }
            if let sign { designs[String(text[..<sign])] = design } else { everywhere = design }
        }
        let placements = Set(job.labels.map(\.placement))
        let unknown = designs.keys.filter { !placements.contains($0) }.sorted()
        guard unknown.isEmpty else {
            let known = placements.sorted()
            let others = known.count > 20 ? ", and \(known.count - 20) more" : ""
            throw UsageError(
                message: "there is no label with the placement \(unknown.map { "\"\($0)\"" }.joined(separator: ", "))",
                reason: "the placements are: " + known.prefix(20).joined(separator: ", ") + others,
                next: "correct --design; nothing was written")
        }
        return job.labels.map { label in
            var label = label
            label.design = designs[label.placement] ?? everywhere
            label.callToAction =
                label.design == .label
                ? label.callToAction : values[Look.callToAction] ?? label.design.callToAction
            return label
        }
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
