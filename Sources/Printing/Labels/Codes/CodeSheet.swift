import CCairo
public import Faults

/// Codes that others drew, laid out on label stock: as paths, at full size, with what says which one each is.
public struct CodeSheet: Sendable {
    let drawings: [CodeDrawing]
    let stock: LabelStock
    let settings: SheetSettings
    /// Micrometres.
    let smallestDiameter: Int

    /// What was put where.
    public struct Report: Sendable, Codable, Equatable {
        public struct Cell: Sendable, Codable, Equatable {
            public let tag: String
            public let url: String
            public let file: String
            /// Page, row and column count from 1; so does the position, row by row.
            public let page: Int
            public let row: Int
            public let column: Int
            public let position: Int
            /// The circle's width in millimetres.
            public let diameter: Double
        }

        public let job: String
        public let software: String
        /// The stock's part number.
        public let stock: String
        public let pages: Int
        public let cells: [Cell]
        /// The first free label after the last used one; 1 means a new sheet.
        public let nextStart: Int
        /// What to do before printing.
        public let warnings: [String]
    }

    /// Takes codes in the order of printing. `smallestDiameter` is the least width of a code's circle in
    /// micrometres. Throws when there is none, when a setting makes no sense, or when a text cannot be printed.
    public init(
        _ drawings: [CodeDrawing], on stock: LabelStock, settings: SheetSettings, smallestDiameter: Int
    ) throws(LabelsError) {
        try settings.check(for: stock)
        guard !drawings.isEmpty else {
            throw LabelsError(
                code: .noLabels, message: "cannot make a sheet", reason: "there are no codes",
                next: "choose a batch that has tags with the medium app-clip-code")
        }
        for drawing in drawings {
            let texts = [
                ("tag identifier", drawing.tag), ("file name", drawing.file), ("URL", drawing.url),
                ("store", drawing.store), ("placement", drawing.placement),
            ]
            for (what, text) in texts { try LabelsError.refuseControlCharacters(in: text, what: what) }
        }
        self.drawings = drawings
        self.stock = stock
        self.settings = settings
        self.smallestDiameter = smallestDiameter
    }

    private var pageCount: Int { (settings.start - 1 + drawings.count + stock.capacity - 1) / stock.capacity }

    /// The sheet as a PDF. The same input gives the same bytes. Throws at the first code that does not fit.
    public func pdf() throws(LabelsError) -> (file: [UInt8], report: Report) {
        let context = DrawingContext()
        let row = stock.row
        let document = VectorDocument(
            width: Points.from(micrometres: Double(row.pageWidth)),
            height: Points.from(micrometres: Double(row.pageHeight)),
            title: "\(settings.job): App Clip Codes on \(row.part)", software: settings.software,
            createdAt: settings.createdAt)
        let jobLine = JobLine(stock: row, settings: settings, sheets: pageCount)
        let lines = (settings.outlines ? stock.outlines : []) + (settings.cutMarks ? stock.cutMarks : [])
        var cells: [Report.Cell] = []
        for number in 1...pageCount {
            let codes = try codes(onPage: number, context: context)
            try document.page(label: "sheet \(number)") { canvas throws(LabelsError) in
                for line in lines { canvas.draw(line) }
                for text in try jobLine.texts(sheet: number, on: context) { try canvas.draw(text, on: context) }
                for code in codes {
                    try canvas.draw(code)
                    for text in code.texts { try canvas.draw(text, on: context) }
                }
            }
            cells += codes.map { cell($0, page: number) }
        }
        return (try PrintableDocument().unscaled(try document.finish()), report(cells))
    }

    /// The codes of a page in their places.
    func codes(onPage number: Int, context: DrawingContext) throws(LabelsError) -> [PlacedCode] {
        let composer = CodeComposer(smallest: Double(smallestDiameter))
        let cells = (number - 1) * stock.capacity..<number * stock.capacity
        var placed: [PlacedCode] = []
        for cell in cells.clamped(to: settings.start - 1..<settings.start - 1 + drawings.count) {
            let position = cell % stock.capacity + 1
            placed.append(
                try composer.compose(
                    drawings[cell - (settings.start - 1)], position: position,
                    label: stock.frame(ofPosition: position), on: context))
        }
        return placed
    }

    private func cell(_ code: PlacedCode, page: Int) -> Report.Cell {
        let (row, column) = (code.position - 1).quotientAndRemainder(dividingBy: stock.row.columns)
        return Report.Cell(
            tag: code.drawing.tag, url: code.drawing.url, file: code.drawing.file, page: page, row: row + 1,
            column: column + 1, position: code.position, diameter: code.diameter.rounded() / 1_000)
    }

    private func report(_ cells: [Report.Cell]) -> Report {
        Report(
            job: settings.job, software: settings.software, stock: stock.row.part, pages: pageCount, cells: cells,
            nextStart: (cells.last?.position ?? 0) % stock.capacity + 1, warnings: stock.warnings)
    }
}
