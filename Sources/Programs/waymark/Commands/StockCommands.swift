import ArgumentParsing
import Faults
import Glibc
import Labels
import UnixSystem
import Version

enum StockCommands {
    private static let part = Argument.required("PART", .text, help: "22805, L7120, ..., or a JSON file")
    private static let output = Option.required("output", .file, help: "where the page goes: a .pdf")

    static let group = Command(
        group: "stock", abstract: "Sheets of labels that can be bought, and how they are cut.",
        subcommands: [
            Command(
                "list", abstract: "Lists the label stocks that Waymark knows.",
                discussion: "Others are described in a JSON file (docs/labels.md); roll-WIDTHxHEIGHT is a roll.",
                examples: [Example("See all stocks", "waymark stock list")], parameters: [], run: list),
            Command(
                "test", abstract: "Makes a page that shows whether printer and stock agree.",
                discussion: """
                    Print it at 100 % on plain paper. Its two rules measure 100 mm when the printer does not scale, and \
                    its boxes lie on the labels when it is held against a sheet.
                    """,
                examples: [Example("Before the first run", "waymark stock test 22805 --output test.pdf")],
                parameters: [part, output], run: test),
        ])

    private static func list(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        if values.wantsJSON {
            Terminal.result(try JSONText.document(StockAnswer(stocks: LabelStock.builtInRows)))
            return .done
        }
        for row in LabelStock.builtInRows {
            let page = row.pageWidth == 210_000 ? "A4" : "US Letter"
            Terminal.result("\(row.part)  \(row.name), \(row.columns) x \(row.rows) on \(page)")
        }
        return .done
    }

    private static func test(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let stock = try StockFile.stock(values[part])
        let path = values[output]
        guard path.hasSuffix(".pdf") else {
            throw UsageError(
                message: "\(path) cannot be written", reason: "a test page is a PDF", next: "end --output in .pdf")
        }
        for warning in stock.warnings { Terminal.note("warning: \(warning)") }
        try TestPage.write(
            stock,
            settings: SheetSettings(
                job: "test page", software: "Waymark \(Release.version)", createdAt: Int(time(nil))), to: path)
        if values.wantsJSON {
            Terminal.result(try JSONText.document(TestPageAnswer(file: path, stock: stock.row)))
        } else {
            Terminal.result("test page of \(stock.row.part): \(path)")
        }
        return .done
    }
}

/// A stock by part number, or from a file.
enum StockFile {
    static func stock(_ name: String) throws -> LabelStock {
        guard name.hasSuffix(".json") else { return try .builtIn(name) }
        return try .read(json: File.read(name, limit: 65_536), name: name)
    }
}

/// What `stock list --json` prints.
private struct StockAnswer: Encodable {
    let schema = 1
    let stocks: [StockRow]
}

/// What `stock test --json` prints.
private struct TestPageAnswer: Encodable {
    let schema = 1
    let file: String
    let stock: StockRow
}
