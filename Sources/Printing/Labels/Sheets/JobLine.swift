internal import Faults

/// The line above the labels that says what the sheet is, so that a sheet on a context explains itself.
struct JobLine: Sendable {
    let stock: StockRow
    let settings: SheetSettings
    let sheets: Int

    /// Whether there are the 4 mm above the labels that the line needs.
    static func fits(on stock: StockRow) -> Bool { stock.top >= 4_000 }

    /// The line for one sheet, outside the labels; nothing when it does not fit on the stock.
    ///
    /// It names the scale because a PDF cannot forbid a print dialogue to "fit to page".
    func texts(sheet: Int, on context: DrawingContext) throws(LabelsError) -> [PlacedText] {
        guard Self.fits(on: stock) else { return [] }
        let left = Double(stock.left)
        let width = Double(stock.pageWidth - stock.left - (stock.right ?? stock.left))
        let job = [settings.job, "sheet \(sheet) of \(sheets)"].filter { !$0.isEmpty }.joined(
            separator: "  \u{b7}  ")
        let notes = ["stock \(stock.part)", "print at 100 %", settings.software].filter { !$0.isEmpty }
        // Two millimetres above the labels, but not where printers cannot reach.
        let bottom = Double(stock.top) - (stock.top >= 9_000 ? settings.cutMarks ? 4_500 : 2_500 : 700)
        let head = try fitted(job, style: .strong, width: 0.5 * width, on: context)
        let tail = try fitted(
            notes.joined(separator: "  \u{b7}  "), style: .plain, width: 0.48 * width, on: context)
        return [
            head.placed(x: left, y: bottom - head.height, alignment: .natural),
            tail.placed(x: left + 0.52 * width, y: bottom - tail.height, alignment: .right),
        ]
    }

    private func fitted(
        _ text: String, style: TextStyle, width: Double, on context: DrawingContext
    ) throws(LabelsError) -> FittedText {
        let item = TextItem(what: "job line", text: text, style: style, size: 6.5)
        guard let fitted = try FittedText.fit(item, width: width, .whole(scale: 1), on: context),
            fitted.lines.count == 1
        else {
            throw LabelsError(
                code: .textDoesNotFit,
                message: "cannot print the job line \"\(text)\"",
                reason: "it does not fit above the labels at \(Int(TextItem.smallestSize)) pt",
                next: "shorten the job name")
        }
        return fitted
    }
}
