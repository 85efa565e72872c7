import API
import ArgumentParsing
import Cryptography
import Foundation
import Labels
import Languages
import Registry
import UnixSystem
import WorkOrders

/// The work that puts findings right, as one PDF.
enum FindingOrderCommand {
    private static let numbers = Argument.list(
        "NUMBER", .integer(in: 1...Int.max), isRequired: false,
        help: "the findings' numbers, as finding list shows them")
    private static let from = Option.optional(
        "from", .file, help: "an order that --json printed instead: no daemon is needed, and nothing is put on record")
    private static let stock = Option.optional(
        "stock", .text, valueName: "PART", help: "the label stock; needed where labels are printed again")
    private static let labelsTravel = Option.flag(
        "send-labels", help: "printed labels can be taken down whole: send them, too, and print none again")
    private static let language = Option.defaulting(
        to: TextLanguage.english, shownAs: "en", "language", .choice(of: TextLanguage.self),
        help: "the language of the order's words")
    private static let output = Option.list("output", .file, help: "where it goes: .pdf, or .png (one file per page)")
    private static let confined = Option.flag(
        "confined", help: "with --from: use no file outside the folder of --output but fonts, and no network")

    static let command = Command(
        "order", abstract: "Makes a work order of findings as one PDF: what to do, and the labels to print.",
        discussion: """
            The order says store by store what to take down, what to send where in a box, and what to put up. Chips are \
            sent to the store that they open; printed labels are destroyed and printed again, behind the words, with the \
            content that the registry has planned. Every symbol is decoded again before the order counts. Without --output \
            it is printed as JSON only, and nothing is put on record.
            """,
        examples: [
            Example(
                "Put two findings right", "waymark finding order 17 18 --stock 22805 --output order.pdf"),
            Example("See what would be done", "waymark finding order 17 --json"),
        ],
        parameters: [numbers, from, labelsTravel, language, output, confined, stock] + SheetLook.ofOrders,
        rules: [.exactlyOne(numbers, from), .requires(confined, from)],
        furtherExitStatuses: [.daemonUnreachable, .noPermission],
        preparation: { values in
            if values[confined] { try SheetConfinement.enforce(outputs: values[output]) }
        }, run: run)

    private static func run(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let paths = values[output]
        try check(paths, values)
        let client = Daemon.client(values)
        let order = try await order(values, client)
        guard !paths.isEmpty else {
            Terminal.result(try JSONText.document(RepairOrderAnswer(order)))
            return .done
        }
        let work = try WorkOrder(order, in: values[language])
        let paper = try paper(for: order, values)
        var settings = try SheetLook.settings(work.job, values)
        if order.labels.isEmpty { settings.start = 1 }
        let sheet = try Sheet(
            try SheetLook.dressed(work.labels, values), on: paper, settings: settings,
            preface: try work.preface(stock: paper.row.part))
        let finished = try await sheet.make(
            paths.map { $0.hasSuffix(".pdf") ? .pdf(path: $0) : .pictures(path: $0, dotsPerInch: 300) },
            check: values[SheetLook.check])
        // Written first, on record second, in place last: as a sheet is.
        if values[from] == nil, let first = finished.paths.first {
            let digest = try SHA256.hexadecimal(of: File.read(first.temporary, limit: 1 << 30))
            let cells = finished.report.cells.compactMap { cell in
                TagID(cell.tag).map { SheetRecord.Cell(tag: $0, page: cell.page, position: cell.position) }
            }
            for record in order.records(of: cells, stock: finished.report.stock, digest: digest) {
                try await client.recordSheet(record)
            }
        }
        try finished.publish()
        try report(order, made: finished.report, at: finished.paths.map(\.place), values)
        return .done
    }

    private static func check(_ paths: [String], _ values: ParsedValues) throws {
        for path in paths where !path.hasSuffix(".pdf") && !path.hasSuffix(".png") {
            throw UsageError(
                message: "\(path) cannot be written", reason: "its name ends in neither .pdf nor .png",
                next: "end --output in .pdf for printing, or .png for a picture of each page")
        }
        guard paths.isEmpty, !values.wantsJSON else { return }
        throw UsageError(
            message: "the order has nowhere to go", reason: "there is no --output",
            next: "name a file: --output order.pdf; or look at it with --json")
    }

    private static func order(_ values: ParsedValues, _ client: WaymarkClient) async throws -> RepairOrder {
        guard let path = values[from] else {
            return try await client.repairOrder(values[numbers], labelsTravel: values[labelsTravel]).order
        }
        let bytes = try File.read(path, limit: 64 << 20)
        guard let answer = try? JSONDecoder().decode(RepairOrderAnswer.self, from: Data(bytes)) else {
            throw UsageError(
                message: "\(path) is not a work order", reason: "it is not what waymark finding order --json prints",
                next: "save one: waymark finding order NUMBER --json > order.json")
        }
        return answer.order
    }

    /// The label stock, or plain paper where nothing is printed again.
    private static func paper(for order: RepairOrder, _ values: ParsedValues) throws -> LabelStock {
        if let name = values[stock] { return try StockFile.stock(name) }
        guard order.labels.isEmpty else {
            throw UsageError(
                message: "the order's labels cannot be printed",
                reason: "it has \(count(order.labels.count, "label")) to print, and no stock is named",
                next: "name the stock: --stock 22805 (waymark stock list); or send the labels: --send-labels")
        }
        return try .plainA4()
    }

    private static func report(
        _ order: RepairOrder, made report: SheetReport, at paths: [String], _ values: ParsedValues
    ) throws {
        if values.wantsJSON {
            return Terminal.result(try JSONText.document(OrderAnswer(files: paths, sheet: report, order: order)))
        }
        for warning in report.warnings { Terminal.note("warning: \(warning)") }
        let down = order.stops.flatMap(\.takeDown).reduce(0) { $0 + $1.signs.count }
        Terminal.result(
            "\(count(down, "sign")) to take down, \(count(order.boxes.count, "box")) to send, "
                + "\(count(order.labels.count, "label")) to print again, every symbol decoded")
        for path in paths { Terminal.result("  \(path)") }
        if !order.labels.isEmpty { Terminal.result("next free label: \(report.nextStart)") }
    }
}

/// What `finding order --json` prints of an order that it made.
private struct OrderAnswer: Encodable {
    let schema = 1
    let files: [String]
    let sheet: SheetReport
    let order: RepairOrder
}
