public import Faults

/// Labels to be laid out on the pages of a stock, checked as input. It holds no page: a page is made when its
/// turn comes, so that ten thousand labels take no more memory than the labels themselves.
public struct Sheet: Sendable {
    let labels: [LabelContent]
    let stock: LabelStock
    let settings: SheetSettings
    let preface: Preface?

    /// Takes labels in the order of printing: row by row, from the start position on.
    ///
    /// Throws when there are none and nothing to say either, when one does not say what it is, or when a tag is on the
    /// sheet twice.
    public init(
        _ labels: [LabelContent], on stock: LabelStock, settings: SheetSettings, preface: Preface? = nil
    ) throws(LabelsError) {
        try settings.check(for: stock)
        if preface == nil || !labels.isEmpty { try Self.check(labels, settings: settings) }
        self.preface = preface
        self.labels = labels
        self.stock = stock
        self.settings = settings
    }

    /// Pages with labels.
    public var pageCount: Int {
        labels.isEmpty ? 0 : (settings.start - 1 + labels.count + stock.capacity - 1) / stock.capacity
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
        try MissingCharacters.check(labels)
    }

    /// Lays out a page of labels. `number` counts from 1; `offset`: so many pages are before them in the file.
    ///
    /// Throws at the first label that cannot be printed as it should be, naming its tag: a URL that is not
    /// ASCII, a symbol with too small modules, a text that does not fit or has no font.
    func page(_ number: Int, behind offset: Int = 0, on context: DrawingContext) throws(LabelsError) -> SheetPage {
        let composer = LabelComposer(settings: settings)
        let cells = (number - 1) * stock.capacity..<number * stock.capacity
        var placed: [PlacedLabel] = []
        for cell in cells.clamped(to: settings.start - 1..<settings.start - 1 + labels.count) {
            let label = labels[cell - (settings.start - 1)]
            let position = cell % stock.capacity + 1
            let symbol = try QRSymbol(label.url, level: settings.level)
            placed.append(
                try composer.compose(
                    label, symbol: symbol, position: position, frame: stock.frame(ofPosition: position), on: context))
        }
        let jobLine = JobLine(stock: stock.row, settings: settings, sheets: pageCount)
        var lines: [RuledLine] = []
        if settings.outlines { lines += stock.outlines }
        if settings.cutMarks { lines += stock.cutMarks }
        return SheetPage(
            number: number + offset, labels: placed, marginTexts: try jobLine.texts(sheet: number, on: context),
            lines: lines)
    }
}
