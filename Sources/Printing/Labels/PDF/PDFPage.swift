/// A page of a PDF before its objects have numbers: it can be made beside others.
struct PDFPage: Sendable {
    /// Glyphs that a page takes from a font, with the characters they represent.
    struct FontUse: Sendable {
        let font: FontFile
        var glyphs: [UInt32: String] = [:]
    }

    /// The page's operators, compressed. They call fonts /F0, /F1, ..., symbols /S0, ... and the logo /L0, ...
    let content: [UInt8]
    let fonts: [FontUse]
    /// Modules of each symbol.
    let symbols: [BitMatrix]
    let logos: [Logo]
    /// Nil for the document's.
    let paper: Paper?

    /// Draws a page.
    init(_ page: SheetPage, pageHeight: Int, on context: DrawingContext) throws(LabelsError) {
        paper = page.paper
        var content = PDFContent(pageHeight: Double(page.paper?.height ?? pageHeight))
        for line in page.lines { content.draw(line) }
        for text in page.marginTexts { try content.draw(text, on: context) }
        for label in page.labels {
            content.draw(label.symbol)
            for logo in label.logos { content.draw(logo) }
            for text in label.texts { try content.draw(text, on: context) }
        }
        // Level 1: most of a page is symbols, which are not in here.
        self.content = try FlateDecode.encoded(content.syntax.bytes, level: 1)
        fonts = content.fonts
        symbols = content.symbols
        logos = content.logos
    }
}
