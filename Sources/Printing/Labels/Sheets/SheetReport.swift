/// What was printed where: enough to find a label again, and to go on where the sheet stopped.
public struct SheetReport: Sendable, Codable, Equatable {
    /// One label.
    public struct Cell: Sendable, Codable, Equatable {
        public let tag: String
        public let url: String
        public let design: SignDesign
        /// Page, row and column count from 1; so does the position, row by row.
        public let page: Int
        public let row: Int
        public let column: Int
        public let position: Int
        /// QR version, 1 to 40.
        public let version: Int
        /// The level in the symbol, which may be higher than the one asked for.
        public let level: ErrorCorrectionLevel
        /// Modules a side, without the quiet zone.
        public let modules: Int
        public let millimetresPerModule: Double
        /// Ten times the symbol's width, in millimetres. A rule of the trade, not of ISO/IEC 18004.
        public let largestScanningDistance: Double
        /// Names as they are printed that lost their middle, because the whole of them does not fit at 6 pt.
        public let shortenedNames: [String]
    }

    public let job: String
    public let software: String
    /// The stock's part number.
    public let stock: String
    public let pages: Int
    /// Dots per inch.
    public let printerResolution: Int
    public let cells: [Cell]
    /// The first free label after the last used one; 1 means a new sheet.
    public let nextStart: Int
    /// What to do before printing, such as measuring a sheet.
    public let warnings: [String]
}

extension Sheet {
    /// What a page's labels came to.
    func cells(of page: SheetPage) -> [SheetReport.Cell] {
        page.labels.map { label in
            let symbol = label.symbol.symbol
            let (row, column) = (label.position - 1).quotientAndRemainder(dividingBy: stock.row.columns)
            return SheetReport.Cell(
                tag: label.content.tag, url: label.content.url, design: label.content.design, page: page.number,
                row: row + 1, column: column + 1, position: label.position, version: symbol.version,
                level: symbol.level, modules: symbol.modules.side,
                millimetresPerModule: Self.millimetres(label.symbol.module),
                largestScanningDistance: Self.millimetres(10 * label.symbol.frame.width),
                shortenedNames: label.texts.filter(\.fitted.item.isShortened).map(\.text))
        }
    }

    /// The report of all pages, those of words included.
    func report(_ cells: [SheetReport.Cell], pages: Int) -> SheetReport {
        var warnings = stock.warnings
        // A roll has no margin, and its printer no "fit to page".
        if !JobLine.fits(on: stock.row), stock.capacity > 1 {
            warnings.append(
                "stock \(stock.row.part) has no margin for the job line: print at 100 %, without scaling")
        }
        for design in SignDesign.allCases {
            let short = cells.filter {
                $0.design == design && $0.largestScanningDistance < design.scanningDistance
            }
            guard let worst = short.min(by: { $0.largestScanningDistance < $1.largestScanningDistance }) else {
                continue
            }
            warnings.append(
                "\(short.count) symbol\(short.count == 1 ? "" : "s") for a \(design.rawValue) scan from "
                    + "\(Int(worst.largestScanningDistance / 10)) cm; people stand at "
                    + "\(Int(design.scanningDistance / 10)) cm: use a larger label")
        }
        let shortened = cells.filter { !$0.shortenedNames.isEmpty }
        if let first = shortened.first {
            let tags = shortened.prefix(5).map(\.tag).joined(separator: ", ") + (shortened.count > 5 ? ", ..." : "")
            warnings.append(
                "\(shortened.count) label\(shortened.count == 1 ? " has" : "s have") a shortened name, such as "
                    + "\"\(first.shortenedNames[0])\", because the whole name does not fit at "
                    + "\(Int(TextItem.smallestSize)) pt (\(tags)): shorten the placement or the store's name yourself, "
                    + "or use a larger label")
        }
        let last = cells.last?.position ?? 0
        return SheetReport(
            job: settings.job, software: settings.software, stock: stock.row.part, pages: pages,
            printerResolution: settings.dotsPerInch, cells: cells, nextStart: last % stock.capacity + 1,
            warnings: warnings)
    }

    /// Millimetres to the micrometre: more digits would only look exact.
    private static func millimetres(_ micrometres: Double) -> Double {
        micrometres.rounded() / 1_000
    }
}
