import Foundation
import SymbolDecoding
import Testing

@testable import Labels

/// What a print shop gets, drawn by poppler and read by zbar and by ZXing.
@Suite struct PrintedSheetTests {
    static let needsPoppler: Comment = "needs pdftoppm, pdftotext and pdfinfo (poppler-utils)"

    @Test(.enabled(if: Tool.pdftoppm.isExpected, needsPoppler))
    func `poppler draws the modules crisp and where they were planned`() async throws {
        let stock = try LabelStock.builtIn("22805")
        let sheet = try Sheet(Samples.labels(3), on: stock, settings: Samples.settings())
        let page = try Tool.withFile(try await sheet.pdf(), type: "pdf") {
            try Tool.page(1, ofPDFAt: $0, dotsPerInch: 600)
        }
        for label in try sheet.page(1, on: DrawingContext()).labels {
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
    func `the texts of the labels and of the margin are in the PDF`() async throws {
        let stock = try LabelStock.builtIn("22805")
        let sheet = try Sheet(Samples.labels(3), on: stock, settings: Samples.settings())
        let (text, info) = try Tool.withFile(try await sheet.pdf(), type: "pdf") { path in
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

    @Test func `outlines are drawn around every label and nowhere else`() async throws {
        let stock = try LabelStock.builtIn("L7120")
        var settings = Samples.settings()
        settings.outlines = true
        let sheet = try Sheet(Samples.labels(1), on: stock, settings: settings)
        #expect(try sheet.page(1, on: DrawingContext()).lines.count == 4 * 35)
        #expect(
            try Sheet(Samples.labels(1), on: stock, settings: Samples.settings()).page(1, on: DrawingContext()).lines
                .isEmpty)
    }
}
