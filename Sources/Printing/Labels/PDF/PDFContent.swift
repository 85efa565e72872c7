/// The operators that draw a page (ISO 32000-1, 8 and 9). One ink: gray 0, which a press prints with black
/// alone.
struct PDFContent: Sendable {
    /// Micrometres.
    let pageHeight: Double
    private(set) var syntax = PDFSyntax(reserving: 16_384)
    private(set) var fonts: [PDFPage.FontUse] = []
    private(set) var symbols: [BitMatrix] = []
    private(set) var logos: [Logo] = []

    init(pageHeight: Double) {
        self.pageHeight = pageHeight
        syntax.append("0 g 0 G\n")
    }

    /// Draws the modules as a mask with one pixel per module: exact at any resolution at which a module is a
    /// whole number of dots.
    ///
    /// A hundredth of a dot on each side keeps renderers from painting one dot more: poppler covers every dot
    /// that an image touches, and an edge exactly between two dots touches both.
    mutating func draw(_ placed: PlacedSymbol) {
        let inset = 254 / Double(placed.dotsPerInch)
        let frame = placed.frame
        paint(
            "S", symbols.count,
            in: Frame(
                x: frame.x + inset, y: frame.y + inset, width: frame.width - 2 * inset,
                height: frame.height - 2 * inset))
        symbols.append(placed.symbol.modules)
    }

    mutating func draw(_ placed: PlacedLogo) {
        let known = logos.firstIndex { $0.digest == placed.logo.digest }
        if known == nil { logos.append(placed.logo) }
        paint("L", known ?? logos.count - 1, in: placed.frame)
    }

    mutating func draw(_ line: RuledLine) {
        syntax.append(numbers: line.width)
        syntax.append("w ")
        syntax.append(numbers: x(line.x1), y(line.y1))
        syntax.append("m ")
        syntax.append(numbers: x(line.x2), y(line.y2))
        syntax.append("l S\n")
    }

    /// Draws a text glyph by glyph, where pango put each.
    mutating func draw(_ placed: PlacedText, on context: DrawingContext) throws(LabelsError) {
        for (baseline, runs) in zip(placed.baselines, placed.fitted.runs) {
            for run in runs where !run.glyphs.isEmpty {
                if run.isPictures {
                    drawPictures(of: run, from: baseline)
                } else {
                    try draw(run, from: baseline, on: context)
                }
            }
        }
    }

    /// Draws glyphs that no PDF font holds as pictures, with the characters that they represent (ISO 32000-1, 14.9.4).
    private mutating func drawPictures(of run: GlyphRun, from baseline: PlacedText.Baseline) {
        syntax.append("/Span<</ActualText")
        syntax.append(textString: run.glyphs.map(\.text).joined())
        syntax.append(">>BDC\n")
        for picture in run.pictures(from: baseline) { draw(picture) }
        syntax.append("EMC\n")
    }

    private mutating func draw(
        _ run: GlyphRun, from baseline: PlacedText.Baseline, on context: DrawingContext
    ) throws(LabelsError) {
        let face = try context.face(run.font)
        let font = use(run)
        let start = run.glyphs[0].x
        syntax.append("BT/F")
        syntax.append(font)
        syntax.append(" ")
        syntax.append(numbers: run.size)
        syntax.append("Tf ")
        syntax.append(numbers: x(baseline.x) + start, y(baseline.y))
        syntax.append("Td[<")
        // Where the pen is without help, in thousandths of the size: the unit of TJ.
        var pen = 0.0
        var rise = 0.0
        for glyph in run.glyphs {
            if glyph.y != rise {
                syntax.append(">]TJ ")
                syntax.append(numbers: -glyph.y)
                syntax.append("Ts[<")
                rise = glyph.y
            }
            let shift = ((glyph.x - start) * 1_000 / run.size - pen).rounded()
            if shift != 0 {
                syntax.append(">")
                syntax.append(Int(-shift))
                syntax.append("<")
            }
            syntax.append(hex: face.code(of: glyph.index))
            pen += shift + Double(face.advance(of: glyph.index))
        }
        syntax.append(rise == 0 ? ">]TJ ET\n" : ">]TJ 0 Ts ET\n")
    }

    /// The number of the run's font on this page, with its glyphs noted.
    private mutating func use(_ run: GlyphRun) -> Int {
        let known = fonts.firstIndex { $0.font == run.font }
        if known == nil { fonts.append(PDFPage.FontUse(font: run.font)) }
        let index = known ?? fonts.count - 1
        for glyph in run.glyphs where fonts[index].glyphs[glyph.index]?.isEmpty ?? true {
            fonts[index].glyphs[glyph.index] = glyph.text
        }
        return index
    }

    /// Paints an image into a rectangle.
    private mutating func paint(_ kind: StaticString, _ number: Int, in frame: Frame) {
        syntax.append("q ")
        syntax.append(Points.from(micrometres: frame.width))
        syntax.append(" 0 0 ")
        syntax.append(numbers: Points.from(micrometres: frame.height), x(frame.x), y(frame.bottom))
        syntax.append("cm/")
        syntax.append(kind)
        syntax.append(number)
        syntax.append(" Do Q\n")
    }

    private func x(_ micrometres: Double) -> Double { Points.from(micrometres: micrometres) }
    private func y(_ micrometres: Double) -> Double { Points.from(micrometres: pageHeight - micrometres) }
}
