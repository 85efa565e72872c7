import Foundation
import SymbolDecoding
import Testing

@testable import Labels

/// What a print shop gets, drawn by poppler and read by zbar and by ZXing.
@Suite struct PrintedSheetTests {
    static let needsPoppler: Comment = "needs pdftoppm, pdftotext and pdfinfo (poppler-utils)"

    @Test(
        .enabled(if: Tool.pdftoppm.isExpected, needsPoppler),
        arguments: ["22805", "5160", "L7120", "L7163"], [203, 300, 600])
    func `zbar reads every label of the PDF at its place`(part: String, dotsPerInch: Int) throws {
        let stock = try LabelStock.builtIn(part)
        let labels = Samples.labels(4)
        var settings = Samples.settings(start: 2)
        settings.dotsPerInch = dotsPerInch
        let sheet = try Sheet(labels, on: stock, settings: settings).checked()
        let page = try Tool.withFile(try sheet.pdf(), type: "pdf") {
            try Tool.page(1, ofPDFAt: $0, dotsPerInch: 300)
        }
        var decoder = try SymbolDecoder()
        for (cell, label) in zip(sheet.report.cells, labels) {
            let symbols = try decoder.symbols(in: Self.cut(cell.position, of: stock, from: page))
            #expect(symbols.map(\.payload) == [Array(label.url.utf8)], "\(cell.tag)")
        }
        #expect(try decoder.symbols(in: Self.cut(1, of: stock, from: page)).isEmpty)
    }

    @Test(
        .enabled(if: Tool.pdftoppm.isExpected, needsPoppler),
        .enabled(if: Tool.reader.isExpected, "needs ZXingReader (zxing-cpp-tools)"))
    func `ZXing reads every label of the PDF at its place`() throws {
        let stock = try LabelStock.builtIn("22805")
        let labels = Samples.labels(6)
        let sheet = try Sheet(labels, on: stock, settings: Samples.settings(start: 20)).checked()
        #expect(sheet.pageCount == 2)
        try Tool.withFile(try sheet.pdf(), type: "pdf") { pdf in
            for (cell, label) in zip(sheet.report.cells, labels) {
                let page = try Tool.page(cell.page, ofPDFAt: pdf, dotsPerInch: 300)
                let picture = try Self.cut(cell.position, of: stock, from: page)
                let texts = try Tool.withFile(picture.pgm, type: "pgm") { try Tool.texts(inPictureAt: $0) }
                #expect(texts == [label.url], "\(cell.tag)")
            }
        }
    }

    @Test(.enabled(if: Tool.pdftoppm.isExpected, needsPoppler))
    func `poppler draws the modules crisp and where they were planned`() throws {
        let stock = try LabelStock.builtIn("22805")
        let sheet = try Sheet(Samples.labels(3), on: stock, settings: Samples.settings()).checked()
        let page = try Tool.withFile(try sheet.pdf(), type: "pdf") {
            try Tool.page(1, ofPDFAt: $0, dotsPerInch: 600)
        }
        for label in sheet.sheet.pages[0].labels {
            let placed = label.symbol
            let side = placed.symbol.modules.side
            let picture = try page.cropped(
                x: placed.x, y: placed.y, width: side * placed.dotsPerModule,
                height: side * placed.dotsPerModule)
            var wrong = 0
            for row in 0..<picture.height {
                for column in 0..<picture.width {
                    let isDark = placed.symbol.modules[
                        row / placed.dotsPerModule, column / placed.dotsPerModule]
                    if picture.pixels[row * picture.width + column] != (isDark ? 0 : 255) { wrong += 1 }
                }
            }
            #expect(wrong == 0, "\(label.content.tag)")
        }
    }

    @Test(.enabled(if: Tool.pdftotext.isExpected, needsPoppler))
    func `the texts of the labels and of the margin are in the PDF`() throws {
        let stock = try LabelStock.builtIn("22805")
        let sheet = try Sheet(Samples.labels(3), on: stock, settings: Samples.settings()).checked()
        let (text, info) = try Tool.withFile(try sheet.pdf(), type: "pdf") { path in
            (
                String(decoding: try Tool.pdftotext.run("-layout", path, "-"), as: UTF8.self),
                String(decoding: try Tool.pdfinfo.run("-isodates", path), as: UTF8.self)
            )
        }
        for expected in [
            "Spring opening · sheet 1 of 1", "stock 22805 · print at 100 % · Waymark 1.2.3", "Counter",
            "Cupertino",
            "cupertino · BEC-1000", "서울 강남점", "seoul-gangnam · BEC-1002",
        ] {
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains(expected), "\(words)")
        }
        #expect(info.contains("Spring opening: labels on 22805"))
        #expect(info.contains("2023-11-14T22:13:20Z"))
        #expect(info.contains("612 x 792 pts (letter)"))
    }

    @Test func `outlines are drawn around every label and nowhere else`() throws {
        let stock = try LabelStock.builtIn("L7120")
        var settings = Samples.settings()
        settings.outlines = true
        let sheet = try Sheet(Samples.labels(1), on: stock, settings: settings).checked()
        #expect(sheet.sheet.pages[0].outlines.count == 35)
        #expect(
            try Sheet(Samples.labels(1), on: stock, settings: Samples.settings()).pages[0].outlines.isEmpty)
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
