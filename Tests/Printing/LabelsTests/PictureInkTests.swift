import SymbolDecoding
import Testing

@testable import Labels

/// A picture is ink on what is under it: in the file that is printed as in the drawing that is checked.
@Suite struct PictureInkTests {
    private static let dotsPerInch = 300
    private static let renderers: [Tool] = [.pdftoppm, .mutool, .ghostscript]

    /// Half of a symbol under a picture of one shade.
    private static func page(_ sheet: MadeSheet, under shade: UInt8) -> (page: SheetPage, covered: Frame) {
        var page = sheet.pages[0]
        let label = page.labels[0]
        let symbol = label.symbol.frame
        let frame = Frame(x: symbol.x + symbol.width / 2, y: symbol.y, width: symbol.width / 2, height: symbol.height)
        let picture = Logo(width: 64, height: 64, pixels: [UInt8](repeating: shade, count: 64 * 64))
        page.labels[0] = PlacedLabel(
            content: label.content, position: label.position, frame: label.frame, symbol: label.symbol,
            logos: [PlacedLogo(logo: picture, frame: frame)], texts: label.texts)
        return (page, frame.grown(by: -1_000))
    }

    /// The share of black.
    private static func ink(_ picture: GreyPicture, _ frame: Frame) throws -> Double {
        let dot = 25_400 / Double(dotsPerInch)
        let part = try picture.cropped(
            x: Int(frame.x / dot), y: Int(frame.y / dot), width: Int(frame.width / dot),
            height: Int(frame.height / dot))
        return part.pixels.reduce(0) { $0 + Double(255 - $1) } / Double(255 * part.pixels.count)
    }

    @Test(
        .enabled(if: renderers.allSatisfy(\.isExpected), "needs poppler-utils, mupdf-tools and ghostscript"),
        arguments: renderers, [255, 128] as [UInt8])
    func `what is light in a picture hides nothing on paper`(tool: Tool, shade: UInt8) throws {
        let stock = try LabelStock.builtIn("22805")
        let sheet = try MadeSheet(Samples.labels(1), on: stock, settings: Samples.settings())
        let (page, covered) = Self.page(sheet, under: shade)
        let context = DrawingContext()
        var document = PDFDocument(for: stock.row)
        var file = try document.append(try PDFPage(page, pageHeight: stock.row.pageHeight, on: context))
        file += try document.finish(title: "picture", software: "test", createdAt: DocumentTime.pdf(0))
        let drawn = try Tool.withFile(file, type: "pdf") {
            try tool.drawn($0, dotsPerInch: Self.dotsPerInch).picture
        }
        let planned = try page.picture(of: stock.row, dotsPerInch: Self.dotsPerInch, on: context)
        let (onPaper, checked) = (try Self.ink(drawn, covered), try Self.ink(planned, covered))
        // Half of the modules are dark, and a grey picture darkens the others.
        #expect(checked > (shade == 255 ? 0.3 : 0.6))
        #expect(abs(onPaper - checked) < 0.1, "\(tool.name): \(onPaper), \(checked)")
    }
}
