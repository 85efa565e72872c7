/// Labels laid out on the pages of a stock: planned, not yet proven. Only a `CheckedSheet` can be printed.
public struct Sheet: Sendable {
    let stock: LabelStock
    let settings: SheetSettings
    var pages: [SheetPage]

    /// Lays out labels in order, row by row, from the start position on.
    ///
    /// Throws at the first label that cannot be printed as it should be, naming its tag: a URL that is not
    /// ASCII, a symbol with too small modules, a text that does not fit or has no font, a tag twice.
    public init(
        _ labels: [LabelContent], on stock: LabelStock, settings: SheetSettings
    ) throws(LabelsError) {
        try settings.check(for: stock)
        try Self.check(labels, settings: settings)
        var symbols: [QRSymbol] = []
        for label in labels { symbols.append(try QRSymbol(label.url, level: settings.level)) }
        self.stock = stock
        self.settings = settings
        pages = try DrawingTurn.take { turn throws(LabelsError) in
            try Self.layOut(labels, symbols: symbols, on: stock, settings: settings, turn: turn)
        }
    }

    private static func check(_ labels: [LabelContent], settings: SheetSettings) throws(LabelsError) {
        guard !labels.isEmpty else {
            throw LabelsError(
                code: .noLabels,
                message: "cannot make a sheet",
                reason: "there are no labels",
                next: "choose a batch that has tags with the medium qr")
        }
        var tags: Set<String> = []
        for label in labels {
            try label.check()
            guard tags.insert(label.tag).inserted || settings.allowsRepeatedTags else {
                throw LabelsError(
                    code: .tagRepeated,
                    message: "cannot print tag \(label.tag) twice",
                    reason: "two labels of the sheet have its identifier",
                    next: "remove one, or ask for repeated tags if several labels of one tag are wanted")
            }
        }
    }

    private static func layOut(
        _ labels: [LabelContent], symbols: [QRSymbol], on stock: LabelStock, settings: SheetSettings,
        turn: borrowing DrawingTurn
    ) throws(LabelsError) -> [SheetPage] {
        let design = LabelDesign(for: stock.frame(ofPosition: 1))
        let composer = LabelComposer(design: design, settings: settings)
        let sheets = (settings.start - 1 + labels.count + stock.capacity - 1) / stock.capacity
        let jobLine = JobLine(stock: stock.row, settings: settings, sheets: sheets)
        let outlines = settings.outlines ? (1...stock.capacity).map(stock.frame(ofPosition:)) : []
        var pages: [SheetPage] = []
        for number in 1...sheets {
            let cells = (number - 1) * stock.capacity..<number * stock.capacity
            let used = cells.clamped(to: settings.start - 1..<settings.start - 1 + labels.count)
            var placed: [PlacedLabel] = []
            for cell in used {
                let index = cell - (settings.start - 1)
                let position = cell % stock.capacity + 1
                let label = try composer.compose(
                    labels[index], symbol: symbols[index], position: position,
                    frame: stock.frame(ofPosition: position), turn: turn)
                placed.append(label)
            }
            pages.append(
                SheetPage(
                    number: number, labels: placed, marginTexts: try jobLine.texts(sheet: number, turn: turn),
                    outlines: outlines))
        }
        return pages
    }
}
