import SymbolDecoding
import Testing

@testable import Labels

struct TestPageTests {
    @Test(arguments: LabelStock.builtInRows.filter { $0.pageWidth >= 120_000 && $0.pageHeight >= 120_000 })
    func `no word is printed over a rule or the edge of a label`(_ row: StockRow) throws {
        let context = DrawingContext()
        let stock = try LabelStock(row)
        let page = try TestPage.page(of: stock, settings: Samples.settings(), on: context)
        var words = page
        words.lines = []
        var lines = page
        lines.marginTexts = []
        let (first, second) = try (
            words.picture(of: row, dotsPerInch: 150, on: context), lines.picture(of: row, dotsPerInch: 150, on: context)
        )
        let both = zip(first.pixels, second.pixels).count { $0 != 255 && $1 != 255 }
        #expect(both == 0)
        #expect(first.pixels.contains { $0 < 128 } && second.pixels.contains { $0 < 128 })
        // Only what would cross a word is left out.
        let length = lines.lines.reduce(0) { $0 + abs($1.x2 - $1.x1) + abs($1.y2 - $1.y1) }
        let whole = stock.outlines.reduce(200_000 + 22 * 2_000) { $0 + abs($1.x2 - $1.x1) + abs($1.y2 - $1.y1) }
        #expect(length > 0.8 * whole)
    }
}
