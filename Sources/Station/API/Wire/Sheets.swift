package import Registry

/// Asks the station to make a sheet of a batch's QR labels. What is left out is as it usually is.
package struct SheetRequest: Hashable, Sendable, Codable {
    package enum Design: String, Hashable, Sendable, Codable, CaseIterable {
        case label
        case counter
        case table
        case window
        case door
    }

    /// Where the symbols are put up: how much damage they have to take.
    package enum Use: String, Hashable, Sendable, Codable, CaseIterable {
        case counter
        case window
        case outdoor
    }

    /// The label stock's part number, `22805`.
    package let stock: String
    /// The first free label of a part-used sheet, from 1.
    package let start: Int?
    package let design: Design?
    package let use: Use?
    /// What signs ask people to do.
    package let callToAction: String?
    /// These tags only.
    package let tags: [TagID]?
    /// Also labels that were printed before.
    package let again: Bool?
    /// Pictures only: the journal records nothing, and no file is made to print.
    package let preview: Bool?

    package init(
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
package struct SheetMade: Hashable, Sendable, Codable {
    package let schema: Int
    /// Names it in addresses.
    package let id: String
    package let batch: BatchName
    package let stock: String
    package let pages: Int
    package let cells: [SheetRecord.Cell]
    /// SHA-256 of the PDF; nil for a preview, which has none.
    package let digest: String?
    /// The first free label after the last used one; 1 means a new sheet.
    package let nextStart: Int
    package let warnings: [String]

    package init(
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
