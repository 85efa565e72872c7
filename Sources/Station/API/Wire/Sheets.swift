public import Registry

/// Asks the station to make a sheet of a batch's QR labels. What is left out is as it usually is.
public struct SheetRequest: Hashable, Sendable, Codable {
    public enum Design: String, Hashable, Sendable, Codable, CaseIterable {
        case label
        case counter
        case table
        case window
        case door
    }

    /// Where the symbols are put up: how much damage they have to take.
    public enum Use: String, Hashable, Sendable, Codable, CaseIterable {
        case counter
        case window
        case outdoor
    }

    /// The label stock's part number, `22805`.
    public let stock: String
    /// The first free label of a part-used sheet, from 1.
    public let start: Int?
    public let design: Design?
    public let use: Use?
    /// What signs ask people to do.
    public let callToAction: String?
    /// These tags only.
    public let tags: [TagID]?
    /// Also labels that were printed before.
    public let again: Bool?
    /// Pictures only: the journal records nothing, and no file is made to print.
    public let preview: Bool?

    public init(
        stock: String, start: Int? = nil, design: Design? = nil, use: Use? = nil, callToAction: String? = nil,
        tags: [TagID]? = nil, again: Bool? = nil, preview: Bool? = nil
    ) {
        self.stock = stock
        self.start = start
        self.design = design
        self.use = use
        self.callToAction = callToAction
        self.tags = tags
        self.again = again
        self.preview = preview
    }
}

/// A sheet that was made. Its files are kept for a day.
public struct SheetMade: Hashable, Sendable, Codable {
    public let schema: Int
    /// Names it in addresses.
    public let id: String
    public let batch: BatchName
    public let stock: String
    public let pages: Int
    public let cells: [SheetRecord.Cell]
    /// SHA-256 of the PDF; nil for a preview, which has none.
    public let digest: String?
    /// The first free label after the last used one; 1 means a new sheet.
    public let nextStart: Int
    public let warnings: [String]

    public init(
        id: String, batch: BatchName, stock: String, pages: Int, cells: [SheetRecord.Cell], digest: String?,
        nextStart: Int, warnings: [String]
    ) {
        schema = 1
        self.id = id
        self.batch = batch
        self.stock = stock
        self.pages = pages
        self.cells = cells
        self.digest = digest
        self.nextStart = nextStart
        self.warnings = warnings
    }
}
