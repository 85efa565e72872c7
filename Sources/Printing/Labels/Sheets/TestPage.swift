public import Faults

/// A page to print on plain paper and to hold against the stock, with a rule that shows whether the printer
/// scales.
public enum TestPage {
    /// The rule's length in micrometres.
    static let ruleLength = 100_000.0

    /// The page as a PDF file. A rule of 100 mm has to measure 99.5 to 100.5 mm: otherwise the stock is not to
    /// be printed on that printer.
    public static func write(
        _ stock: LabelStock, settings: SheetSettings, to path: String
    ) throws(LabelsError) {
        let context = DrawingContext()
        var document = PDFDocument(for: stock.row)
        let page = try page(of: stock, settings: settings, on: context)
        let file = try SheetFile(path)
        try file.append(try document.append(try PDFPage(page, pageHeight: stock.row.pageHeight, on: context)))
        try file.append(
            try document.finish(
                title: "Test page for \(stock.row.part)", software: settings.software,
                createdAt: DocumentTime.pdf(settings.createdAt)))
        try file.publish()
    }

    /// Outlines of all labels, a rule along each edge of the paper that is long enough, and what to do.
    static func page(
        of stock: LabelStock, settings: SheetSettings, on context: DrawingContext
    ) throws(LabelsError) -> SheetPage {
        let row = stock.row
        let (width, height) = (Double(row.pageWidth), Double(row.pageHeight))
        guard width >= ruleLength + 20_000, height >= ruleLength + 20_000 else {
            throw LabelsError(
                code: .settingInvalid, message: "cannot make a test page for \(row.part)",
                reason: "a rule of 100 mm does not fit on its page",
                next: "measure a printed label instead: a roll printer does not scale")
        }
        let middle = (x: (width / 2).rounded(), y: (height / 2).rounded())
        let rules =
            rule(fromX: middle.x - ruleLength / 2, y: middle.y, isAcross: true)
            + rule(fromX: middle.x, y: middle.y - ruleLength / 2, isAcross: false)
        let words = [
            "Test page for \(row.part). Print at 100 % on plain paper.",
            "Both rules are 100 mm long: 99.5 to 100.5 mm is good, otherwise switch off scaling.",
            "Then hold it with a sheet of labels against the light: the boxes must match the labels.",
        ]
        var texts: [PlacedText] = []
        var y = middle.y + 4_000
        for text in words {
            let item = TextItem(what: "test page", text: text, style: .plain, size: 8)
            let room = width / 2 - 12_000
            guard let fitted = try FittedText.fit(item, width: room, .whole(scale: 1), on: context) else { continue }
            texts.append(fitted.placed(x: middle.x + 3_000, y: y, alignment: .natural))
            y += fitted.height + 1_500
        }
        // No box is drawn through a word.
        let frames = texts.flatMap(\.frames).map { $0.grown(by: 600) }
        let boxes = stock.outlines.flatMap { line in
            frames.reduce([line]) { rest, frame in rest.flatMap { $0.outside(frame) } }
        }
        return SheetPage(number: 1, labels: [], marginTexts: texts, lines: boxes + rules)
    }

    /// A line of 100 mm with a mark at every centimetre.
    private static func rule(fromX x: Double, y: Double, isAcross: Bool) -> [RuledLine] {
        func line(_ along: ClosedRange<Double>, _ across: ClosedRange<Double>) -> RuledLine {
            isAcross
                ? RuledLine(
                    x1: x + along.lowerBound, y1: y + across.lowerBound, x2: x + along.upperBound,
                    y2: y + across.upperBound, width: 0.5)
                : RuledLine(
                    x1: x + across.lowerBound, y1: y + along.lowerBound, x2: x + across.upperBound,
                    y2: y + along.upperBound, width: 0.5)
        }
        let marks = (0...10).map { centimetre in
            let at = Double(centimetre) * 10_000
            let length = centimetre % 5 == 0 ? 3_000.0 : 1_800
            return line(at...at, -length...0)
        }
        return [line(0...ruleLength, 0...0)] + marks
    }
}
