/// What was printed where: enough to find a label again, and to go on where the sheet stopped.
public struct SheetReport: Sendable, Codable, Equatable {
    /// One label.
    public struct Cell: Sendable, Codable, Equatable {
        public let tag: String
        public let url: String
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

extension CheckedSheet {
    /// The report of this sheet.
    public var report: SheetReport {
        let columns = sheet.stock.row.columns
        let cells = sheet.pages.flatMap { page in
            page.labels.map { label in
                let symbol = label.symbol.symbol
                return SheetReport.Cell(
                    tag: label.content.tag, url: label.content.url, page: page.number,
                    row: (label.position - 1) / columns + 1, column: (label.position - 1) % columns + 1,
                    position: label.position, version: symbol.version, level: symbol.level,
                    modules: symbol.modules.side,
                    millimetresPerModule: Self.millimetres(label.symbol.module),
                    largestScanningDistance: Self.millimetres(10 * label.symbol.frame.width))
            }
        }
        var warnings = sheet.stock.warnings
        if !JobLine.fits(on: sheet.stock.row) {
            warnings.append(
                "stock \(sheet.stock.row.part) has no margin for the job line: print at 100 %, without scaling"
            )
        }
        let last = sheet.pages.last?.labels.last?.position ?? 0
        return SheetReport(
            job: sheet.settings.job, software: sheet.settings.software, stock: sheet.stock.row.part,
            pages: pageCount, printerResolution: sheet.settings.dotsPerInch, cells: cells,
            nextStart: last % sheet.stock.capacity + 1, warnings: warnings)
    }

    /// Millimetres to the micrometre: more digits would only look exact.
    private static func millimetres(_ micrometres: Double) -> Double {
        micrometres.rounded() / 1_000
    }
}
