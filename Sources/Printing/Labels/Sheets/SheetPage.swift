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
    /// Nil for the stock's.
    var paper: Paper?

    /// The whole page as grey pixels.
    func picture(
        of stock: StockRow, dotsPerInch: Int, on context: DrawingContext
    ) throws(LabelsError) -> GreyPicture {
        let paper = paper ?? Paper(width: stock.pageWidth, height: stock.pageHeight)
        let page = Frame(x: 0, y: 0, width: Double(paper.width), height: Double(paper.height))
        return try PageDrawing(self).picture(of: page, pixel: 25_400 / Double(dotsPerInch), on: context)
    }
}
