import Foundation
import SymbolDecoding
import Testing

@testable import Labels

/// Each stock's sheet as poppler draws it: where the labels are, and what two decoders read in each.
///
/// A few labels over two pages in every run; `WAYMARK_LABELS_PER_STOCK=1000` for the long form.
@Suite struct EveryStockTests {
    static let count = ProcessInfo.processInfo.environment["WAYMARK_LABELS_PER_STOCK"].flatMap { Int($0) } ?? 6

    /// The stocks of the table, a roll, and every third one also for a coarse printer.
    static let cases: [(part: String, dotsPerInch: Int)] =
        LabelStock.builtInRows.map { ($0.part, 600) }
        + [("roll-62x29", 300), ("22805", 203), ("L7120", 300), ("5163", 203)]

    private static func settings(_ stock: LabelStock, dotsPerInch: Int) -> SheetSettings {
        var settings = LabelDesignTests.settings(for: stock.row)
        settings.dotsPerInch = dotsPerInch
        settings.start = max(1, stock.capacity - 2)
        return settings
    }

    private static func labels() -> [LabelContent] {
        (0..<count).map { index in
            // Short enough for the smallest stock.
            LabelContent(
                url: "https://ex.am/\(1_000 + index)", tag: "T\(index)", store: "s\(index % 9)", storeName: "",
                placement: "")
        }
    }

    @Test(
        .enabled(if: Tool.pdftoppm.isExpected, PrintedSheetTests.needsPoppler),
        .enabled(if: Tool.reader.isExpected, "needs ZXingReader (zxing-cpp-tools)"), arguments: cases)
    func `zbar and ZXing read every label at its place, in order`(part: String, dotsPerInch: Int) async throws {
        let stock = try LabelStock.builtIn(part)
        let labels = Self.labels()
        let sheet = try Sheet(labels, on: stock, settings: Self.settings(stock, dotsPerInch: dotsPerInch))
        let (report, files) = try await sheet.made { [.pdf(path: "\($0)/a.pdf")] }
        #expect(report.cells.map(\.tag) == labels.map(\.tag))
        try Tool.withFile(files[0], type: "pdf") { pdf in
            var decoder = try ZBarDecoder()
            var page: (number: Int, picture: GreyPicture)?
            for (cell, label) in zip(report.cells, labels) {
                if page?.number != cell.page {
                    page = (cell.page, try Tool.page(cell.page, ofPDFAt: pdf, dotsPerInch: 300))
                }
                guard let picture = page?.picture else { continue }
                let cut = try Self.cut(cell.position, of: stock, from: picture)
                #expect(try decoder.symbols(in: cut).map(\.payload) == [Array(label.url.utf8)], "\(cell.tag)")
                let texts = try Tool.withFile(cut.pgm, type: "pgm") { try Tool.texts(inPictureAt: $0) }
                #expect(texts == [label.url], "\(cell.tag)")
            }
        }
    }

    @Test(.enabled(if: Tool.qpdf.isExpected, "needs qpdf"), arguments: LabelStock.builtInRows.map(\.part))
    func `the boxes on the PDF are the stock's to 0.05 mm`(part: String) async throws {
        let stock = try LabelStock.builtIn(part)
        var settings = Self.settings(stock, dotsPerInch: 600)
        settings.outlines = true
        let sheet = try Sheet([Self.labels()[0]], on: stock, settings: settings)
        let text = try Tool.withFile(try await sheet.pdf(), type: "pdf") {
            String(decoding: try Tool.qpdf.run("--qdf", "--object-streams=disable", $0, "-"), as: UTF8.self)
        }
        let line = #/(?m)^[\d.]+ w ([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S$/#
        let ends = text.matches(of: line).compactMap { match -> [Double]? in
            let numbers = [match.1, match.2, match.3, match.4].compactMap { Double($0) }
            return numbers.count == 4 ? numbers.map { $0 * 25.4 / 72 } : nil
        }
        #expect(ends.count == 4 * stock.capacity)
        let row = stock.row
        for position in 0..<stock.capacity {
            let left = Double(row.left + position % row.columns * row.pitchX) / 1_000
            let top = Double(row.pageHeight - row.top - position / row.columns * row.pitchY) / 1_000
            let (width, height) = (Double(row.labelWidth) / 1_000, Double(row.labelHeight) / 1_000)
            let box = ends[4 * position..<min(4 * position + 4, ends.count)]
            let expected = [
                box.map { min($0[0], $0[2]) }.min(), box.map { max($0[0], $0[2]) }.max(),
                box.map { max($0[1], $0[3]) }.max(), box.map { min($0[1], $0[3]) }.min(),
            ]
            for (drawn, wanted) in zip(expected, [left, left + width, top, top - height]) {
                #expect(abs((drawn ?? -1) - wanted) <= 0.05, "label \(position + 1)")
            }
        }
    }

    /// A label cut out of a page of 300 dpi by the stock's numbers.
    private static func cut(
        _ position: Int, of stock: LabelStock, from page: GreyPicture
    ) throws -> GreyPicture {
        func pixels(_ micrometres: Int) -> Int { micrometres * 300 / 25_400 }
        let row = stock.row
        let (down, across) = (position - 1).quotientAndRemainder(dividingBy: row.columns)
        return try page.cropped(
            x: pixels(row.left + across * row.pitchX), y: pixels(row.top + down * row.pitchY),
            width: pixels(row.labelWidth), height: pixels(row.labelHeight))
    }
}
