/// The line above the labels that says what the sheet is, so that a sheet on a context explains itself.
struct JobLine: Sendable {
    let stock: StockRow
    let settings: SheetSettings
    let sheets: Int

    /// Whether there are the 4 mm above the labels that the line needs.
    static func fits(on stock: StockRow) -> Bool { stock.top >= 4_000 }

    /// The line for one sheet, outside the labels; nothing when the stock has no space for it. It is shortened until it
    /// fits: a sheet is not refused for what its margin says.
    ///
    /// It names the scale because a PDF cannot forbid a print dialogue to "fit to page".
    func texts(sheet: Int, on context: DrawingContext) throws(LabelsError) -> [PlacedText] {
        guard Self.fits(on: stock) else { return [] }
        let left = Double(stock.left)
        let width = Double(stock.pageWidth - stock.left - (stock.right ?? stock.left))
        // Two millimetres above the labels, but not where printers cannot reach.
        let bottom = Double(stock.top) - (stock.top >= 9_000 ? settings.cutMarks ? 4_500 : 2_500 : 700)
        let head = try self.head(sheet: sheet, width: 0.5 * width, on: context)
        let tail = try self.tail(width: 0.48 * width, on: context)
        return [
            head.map { $0.placed(x: left, y: bottom - $0.height, alignment: .natural) },
            tail.map { $0.placed(x: left + 0.52 * width, y: bottom - $0.height, alignment: .right) },
        ].compactMap { $0 }
    }

    /// The job's name with the sheet's number. Where they do not fit, the name loses as much of its middle as it has
    /// to, and the number stays. Nil where not even the number fits.
    private func head(sheet: Int, width: Double, on context: DrawingContext) throws(LabelsError) -> FittedText? {
        let number = "sheet \(sheet) of \(sheets)"
        let job = item(settings.job, .strong)
        func fitted(_ job: TextItem) throws(LabelsError) -> FittedText? {
            try oneLine(item(Self.joined([job.text, number]), .strong), width: width, on: context)
        }
        if let whole = try fitted(job) { return whole }
        var best: FittedText?
        var (fits, tooLong) = (0, job.text.count)
        while tooLong - fits > 1 {
            let middle = (fits + tooLong) / 2
            if let text = try fitted(job.shortened(to: middle)) {
                (best, fits) = (text, middle)
            } else {
                tooLong = middle
            }
        }
        if let best { return best }
        return try oneLine(item(number, .strong), width: width, on: context)
    }

    /// As many notes as fit, whole. The scale is the last one to be left out: a wrong one spoils the sheet.
    private func tail(width: Double, on context: DrawingContext) throws(LabelsError) -> FittedText? {
        let (part, scale) = ("stock \(stock.part)", "print at 100 %")
        for notes in [[part, scale, settings.software], [part, scale], [scale]] {
            if let text = try oneLine(item(Self.joined(notes), .plain), width: width, on: context) { return text }
        }
        return nil
    }

    private static func joined(_ parts: [String]) -> String {
        parts.filter { !$0.isEmpty }.joined(separator: "  \u{b7}  ")
    }

    private func item(_ text: String, _ style: TextStyle) -> TextItem {
        TextItem(what: "job line", text: text, style: style, size: 6.5)
    }

    /// Nil when the text does not fit on one line at the smallest size.
    private func oneLine(
        _ item: TextItem, width: Double, on context: DrawingContext
    ) throws(LabelsError) -> FittedText? {
        let fitted = try FittedText.fit(item, width: width, .whole(scale: 1), on: context)
        return fitted?.lines.count == 1 ? fitted : nil
    }
}
