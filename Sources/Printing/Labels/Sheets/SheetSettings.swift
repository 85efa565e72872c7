internal import Faults

/// How a sheet is made. Two sheets with the same labels, stock and settings have the same bytes.
public struct SheetSettings: Sendable, Equatable {
    /// What is printed, for the margin and the title of the PDF: usually the batch's name.
    public var job: String
    /// The program and its version, such as `Waymark 0.1.0`, for the margin and the PDF.
    public var software: String
    /// When the sheet was made, in seconds since 1970-01-01 UTC, for the PDF alone.
    public var createdAt: Int
    /// The first free label of a part-used first sheet, from 1, row by row.
    public var start: Int
    /// The printer's resolution in dots per inch, 150 to 2400. A module is a whole number of its dots.
    public var dotsPerInch: Int
    /// The least error correction level; a symbol gets more when that costs no space.
    public var level: ErrorCorrectionLevel
    /// The smallest module in micrometres, 250 to 2000. A phone in the hand needs about 400.
    public var minimumModule: Int
    /// Whether to draw the edge of every label, to hold a print on plain paper against the stock.
    public var outlines: Bool
    /// Whether to draw marks at the page's edge where the labels are cut.
    public var cutMarks: Bool
    /// A picture at the head of every sign.
    public var logo: Logo?
    /// Whether one tag may have several labels.
    public var allowsRepeatedTags: Bool

    public init(
        job: String, software: String, createdAt: Int, start: Int = 1, dotsPerInch: Int = 600,
        level: ErrorCorrectionLevel = .medium, minimumModule: Int = 400, outlines: Bool = false,
        cutMarks: Bool = false, logo: Logo? = nil, allowsRepeatedTags: Bool = false
    ) {
        self.job = job
        self.software = software
        self.createdAt = createdAt
        self.start = start
        self.dotsPerInch = dotsPerInch
        self.level = level
        self.minimumModule = minimumModule
        self.outlines = outlines
        self.cutMarks = cutMarks
        self.logo = logo
        self.allowsRepeatedTags = allowsRepeatedTags
    }

    /// Dots a module needs at least.
    var minimumDotsPerModule: Int {
        // ceil(minimumModule / (25 400 / dotsPerInch)), in whole numbers.
        (minimumModule * dotsPerInch + 25_399) / 25_400
    }

    func check(for stock: LabelStock) throws(LabelsError) {
        guard (1...stock.capacity).contains(start) else {
            throw LabelsError(
                code: .settingInvalid,
                message: "cannot start at label \(start)",
                reason: "a sheet of \(stock.row.part) has labels 1 to \(stock.capacity)",
                next: "count the first free label row by row, from the upper left")
        }
        try Self.check("printer resolution", dotsPerInch, in: 150...2_400, unit: "dpi")
        try Self.check("smallest module", minimumModule, in: 250...2_000, unit: "um")
        try Self.check("creation time", createdAt, in: 0...253_402_300_799, unit: "s")
        try LabelsError.refuseControlCharacters(in: job, what: "job name")
        try LabelsError.refuseControlCharacters(in: software, what: "software version")
    }

    private static func check(
        _ what: String, _ value: Int, in range: ClosedRange<Int>, unit: String
    ) throws(LabelsError) {
        guard !range.contains(value) else { return }
        throw LabelsError(
            code: .settingInvalid,
            message: "cannot use a \(what) of \(value) \(unit)",
            reason: "it must be \(range.lowerBound) to \(range.upperBound) \(unit)",
            next: "choose a value inside the range")
    }
}
