import API
import ArgumentParsing
import Labels
import Printers
import Registry

/// A finished sheet's way to paper.
enum SheetPrinting {
    static let printer = Option.optional(
        "print", .text, valueName: "PRINTER",
        help: "print at 100 %: a printer of lpstat -e, or ipp://HOST:PORT/ipp/print")

    /// Prints a PDF and waits for its last page. What came out is put on record: `record` is the sheet's, nil for a
    /// sheet that no registry knows.
    static func print(
        _ path: String, job: String, on stock: LabelStock, printer: String, needsColour: Bool = false,
        record: SheetRecord?, _ client: WaymarkClient
    ) async throws {
        let paper = (stock.row.pageWidth, stock.row.pageHeight)
        let printed = try await PrintJob(name: job, path: path, paper: paper, needsColour: needsColour)
            .print(on: printer) { Terminal.note($0) }
        Terminal.note("printed: job \(printed.number) on \(printed.printer)")
        guard let record else { return }
        try await client.recordPrint(
            PrintRecord(
                batch: record.batch, printer: printed.printer, job: printed.number, digest: record.digest,
                cells: record.cells))
    }
}
