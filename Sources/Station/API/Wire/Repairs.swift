package import Registry

/// Who is to put a finding right.
package struct AssignRequest: Sendable, Codable {
    package let person: String

    package init(person: String) { self.person = person }
}

/// What was done about a finding.
package struct RepairReport: Sendable, Codable {
    /// Nil: the person who asks.
    package let person: String?
    /// At most 500 characters.
    package let note: String?
    /// JPEG files without metadata, at most 480 pixels a side, in base64.
    package let before: String?
    package let after: String?

    package init(person: String?, note: String?, before: String?, after: String?) {
        self.person = person
        self.note = note
        self.before = before
        self.after = after
    }
}

package struct RepairOrderAnswer: Sendable, Codable {
    package let schema: Int
    package let order: RepairOrder

    package init(_ order: RepairOrder) {
        schema = 1
        self.order = order
    }
}

/// Asks for a work order on paper.
package struct RepairSheetRequest: Sendable, Codable {
    /// The languages of orders, by their tags.
    package enum Language: String, Sendable, Codable, CaseIterable {
        case en, ko, ja, es, de, fr
    }

    package let findings: [Int]
    package let labelsTravel: Bool?
    /// The label stock's part number; nil where nothing is to be printed again.
    package let stock: String?
    /// The first free label of a part-used sheet, from 1.
    package let start: Int?
    package let language: Language?

    package init(
        findings: [Int], labelsTravel: Bool? = nil, stock: String?, start: Int? = nil, language: Language? = nil
    ) {
        self.findings = findings
        self.labelsTravel = labelsTravel
        self.stock = stock
        self.start = start
        self.language = language
    }
}

/// A work order on paper. Its files are those of a sheet, and are kept for a day.
package struct RepairSheet: Sendable, Codable {
    package let schema: Int
    /// Names it in addresses: `/v1/sheets/{id}/pdf`.
    package let id: String
    /// Nil without labels.
    package let stock: String?
    package let pages: Int
    /// The labels. Pages are those of the file: words come first.
    package let cells: [SheetRecord.Cell]
    /// SHA-256 of the PDF.
    package let digest: String
    package let nextStart: Int
    package let warnings: [String]
    package let order: RepairOrder

    package init(
        id: String, stock: String?, pages: Int, cells: [SheetRecord.Cell], digest: String, nextStart: Int,
        warnings: [String], order: RepairOrder
    ) {
        schema = 1
        self.id = id
        self.stock = stock
        self.pages = pages
        self.cells = cells
        self.digest = digest
        self.nextStart = nextStart
        self.warnings = warnings
        self.order = order
    }
}
