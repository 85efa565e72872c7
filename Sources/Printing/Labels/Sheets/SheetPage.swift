import SymbolDecoding

/// A page as data: what is drawn, and where. Every output is drawn from it, and so is the check.
struct SheetPage: Sendable {
    /// From 1.
    let number: Int
    var labels: [PlacedLabel]
    /// The job line, outside the labels.
    var marginTexts: [PlacedText]
    /// Edges of labels and cut marks.
    var lines: [RuledLine]

    /// Draws the part of the page between `top` and `bottom`, in micrometres from its upper edge.
    func surface(
        of stock: StockRow, top: Double, bottom: Double, dotsPerInch: Int, on desk: DrawingContext
    ) throws(LabelsError) -> GreySurface {
        let surface = try GreySurface(
            pageWidth: stock.pageWidth, top: top, bottom: bottom, dotsPerInch: dotsPerInch)
        let band = Frame(x: 0, y: top, width: Double(stock.pageWidth), height: bottom - top)
        let canvas = surface.canvas()
        for line in lines { canvas.draw(line) }
        for text in marginTexts where text.reach.intersects(band) { try canvas.draw(text, on: desk) }
        for label in labels {
            if label.symbol.frame.intersects(band) { canvas.draw(label.symbol) }
            for logo in label.logos where logo.frame.intersects(band) { canvas.draw(logo) }
            for text in label.texts where text.reach.intersects(band) { try canvas.draw(text, on: desk) }
        }
        try canvas.check()
        return surface
    }

    /// The whole page as grey pixels.
    func picture(
        of stock: StockRow, dotsPerInch: Int, on desk: DrawingContext
    ) throws(LabelsError) -> GreyPicture {
        try surface(of: stock, top: 0, bottom: Double(stock.pageHeight), dotsPerInch: dotsPerInch, on: desk).picture()
    }
}
