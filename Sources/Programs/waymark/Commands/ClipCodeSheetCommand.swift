import API
import ArgumentParsing
import ClipCodes
import Cryptography
import Faults
import Foundation
import Glibc
import Labels
import Registry
import UnixSystem
import Version

/// App Clip Codes that came back and were found right, laid out on label stock.
enum ClipCodeSheetCommand {
    private static let stock = Option.required(
        "stock", .text, valueName: "PART", help: "the label stock, or a JSON file that describes yours")
    private static let output = Option.required("output", .file, help: "where the sheet goes: a .pdf")
    private static let start = Option.defaulting(
        to: 1, "start", .integer(in: 1...1_000), valueName: "N", help: "the first free label of a part-used sheet")
    private static let outlines = Option.flag("outlines", help: "draw the labels' edges, for a test on plain paper")
    private static let cutMarks = Option.flag("cut-marks", help: "draw marks at the page's edge where labels are cut")

    static let parameters: [any ParameterKey] = [
        ClipCodeCommands.batch, ClipCodeCommands.answer, stock, output, SheetPrinting.printer, PrintOptions.tag,
        PrintOptions.again, start, outlines, cutMarks, ClipCodeCommands.background, ClipCodeCommands.foreground,
        ClipCodeCommands.kind, ClipCodeCommands.logo,
    ]

    static func run(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let path = values[output]
        guard path.hasSuffix(".pdf") else {
            throw UsageError(
                message: "\(path) cannot be written", reason: "a sheet of App Clip Codes is a PDF",
                next: "end --output in .pdf")
        }
        let client = Daemon.client(values)
        let name = values[ClipCodeCommands.batch]
        let detail = try await client.batch(name)
        let list = try ClipCodeCommands.list(of: detail, values)
        let files = try ClipCodeCommands.files(values)
        let findings = list.findings(in: files)
        let registered = try await ClipCodeCommands.findings(values)
        guard findings.isEmpty, registered.isEmpty else {
            if values.wantsJSON {
                Terminal.result(
                    try JSONText.document(
                        CheckAnswer(codes: list.requests.count, findings: findings, registered: registered)))
            } else {
                ClipCodeCommands.tell(findings, registered)
                Terminal.result("\(count(findings.count + registered.count, "finding")): no sheet was made")
            }
            return .findings
        }
        let selection = try PrintOptions.selection(of: detail, .appClipCode, values)
        let stock = try StockFile.stock(values[stock])
        let sheet = try CodeSheet(
            drawings(selection.tags, list, files: files), on: stock,
            settings: SheetSettings(
                job: name.text, software: "Waymark \(Release.version)", createdAt: CreationTime.now,
                start: values[start], outlines: values[outlines], cutMarks: values[cutMarks]),
            smallestDiameter: values[ClipCodeCommands.kind].smallestDiameter)
        let (bytes, report) = try sheet.pdf()
        let record = SheetRecord(
            batch: name, stock: report.stock, digest: try SHA256.hexadecimal(of: bytes),
            cells: report.cells.compactMap { cell in
                TagID(cell.tag).map { SheetRecord.Cell(tag: $0, page: cell.page, position: cell.position) }
            }, reprints: selection.reprints)
        try await client.recordSheet(record)
        try File.writeAtomically(bytes, to: path)
        try tell(report, path, values: values)
        let advice = [values[ClipCodeCommands.kind].tagAdvice, list.requests.first?.printingAdvice]
        for advice in advice.compactMap({ $0 }) { Terminal.note(advice) }
        if let printer = values[SheetPrinting.printer] {
            try await SheetPrinting.print(
                path, job: name.text, on: stock, printer: printer,
                needsColour: list.requests.contains(where: \.isColoured), record: record, client)
        }
        return .done
    }

    /// The codes of the tags, from files that were found right.
    private static func drawings(
        _ tags: [Tag], _ list: ClipCodeList, files: [String: [UInt8]]
    ) throws -> [CodeDrawing] {
        let requests = Dictionary(list.requests.map { ($0.file, $0) }) { first, _ in first }
        return try tags.compactMap { tag in
            guard let request = requests["\(tag.id).svg"], let svg = files[request.file] else { return nil }
            let shape = try ClipCodeFile(svg: svg, name: request.file).printedShape(name: request.file)
            return CodeDrawing(
                svg: svg, file: request.file, url: tag.url, tag: tag.id.text, store: tag.store.text,
                placement: tag.placement, width: shape.width, height: shape.height, diameter: shape.diameter)
        }
    }

    private static func tell(_ report: CodeSheet.Report, _ path: String, values: ParsedValues) throws {
        if values.wantsJSON {
            Terminal.result(try JSONText.document(CodeSheetAnswer(files: [path], sheet: report)))
            return
        }
        for warning in report.warnings { Terminal.note("warning: \(warning)") }
        let smallest = report.cells.map(\.diameter).min() ?? 0
        Terminal.result(
            "\(count(report.cells.count, "App Clip Code")) on \(count(report.pages, "page")) of \(report.stock), "
                + "every file carries its URL; \(String(format: "%.1f", smallest)) mm wide, scans from "
                + "\(Int(smallest)) cm")
        Terminal.result("  \(path)")
        Terminal.result("next free label: \(report.nextStart)")
    }
}

/// What `clip-code sheet --json` prints.
private struct CodeSheetAnswer: Encodable {
    let schema = 1
    let files: [String]
    let sheet: CodeSheet.Report
}
