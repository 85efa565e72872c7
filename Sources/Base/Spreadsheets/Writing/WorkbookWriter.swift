internal import Archives
internal import Markup

/// Writes a table as an Excel workbook (Office Open XML, ISO/IEC 29500-1) of one sheet.
///
/// Every column is text, also for cells that are filled in later, so that identifiers keep their zeros; the columns named
/// as numbers hold numbers where their cells do. The first row is the header. No formulas, no macros, no time of day: the
/// same table gives the same bytes.
public struct WorkbookWriter {
    /// Rows of a sheet (Excel's limit).
    public static let rowLimit = 1_048_576
    /// UTF-16 units in a cell (Excel's limit).
    public static let cellLimit = 32_767

    private let numbers: Set<Int>
    private let width: Int
    private var rows = 0
    private var sheet: [UInt8] = []
    private let name: String

    /// A table with these columns. `numbers` are the names of those that hold numbers. `sheet` is the sheet's name: other
    /// characters than letters, digits, spaces and hyphens are replaced, for spreadsheets refuse some.
    public init(columns: [String], numbers: Set<String>, sheet name: String) {
        self.numbers = Set(columns.indices.filter { numbers.contains(columns[$0]) })
        width = columns.count
        let allowed = name.map { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" ? $0 : "-" }
        self.name = allowed.isEmpty ? "Table" : String(allowed.prefix(31))
        append(columns, isHeader: true)
    }

    /// Adds a row. Throws `WorkbookError` beyond the limits.
    public mutating func append(_ fields: [String]) throws(WorkbookError) {
        guard rows < Self.rowLimit else { throw WorkbookError("a sheet holds \(Self.rowLimit) rows") }
        let tooLong = fields.firstIndex { $0.utf8.count > Self.cellLimit && $0.utf16.count > Self.cellLimit }
        if let column = tooLong {
            let cell = SheetRow.place(column: column, row: rows + 1)
            throw WorkbookError("a cell holds \(Self.cellLimit) characters, and cell \(cell) would have more")
        }
        append(fields, isHeader: false)
    }

    private mutating func append(_ fields: [String], isHeader: Bool) {
        rows += 1
        sheet += Array("<row r=\"\(rows)\">".utf8)
        for (column, field) in fields.enumerated() where !field.isEmpty {
            let place = "\(CellReference.letters(of: column))\(rows)"
            if !isHeader, numbers.contains(column), let number = Double(field), number.isFinite, Self.isDecimal(field) {
                sheet += Array("<c r=\"\(place)\" s=\"0\"><v>\(number)</v></c>".utf8)
            } else {
                let text = Self.escaped(EscapedText.encoded(field))
                let cell =
                    "<c r=\"\(place)\" s=\"\(isHeader ? 2 : 1)\" t=\"inlineStr\"><is>"
                    + "<t xml:space=\"preserve\">\(text)</t></is></c>"
                sheet += Array(cell.utf8)
            }
        }
        sheet += Array("</row>".utf8)
    }

    /// The workbook's bytes. Throws `WorkbookError` when there is no memory for it.
    public func bytes() throws(WorkbookError) -> [UInt8] {
        var columns = ""
        for column in 0..<max(width, 1) {
            let style = numbers.contains(column) ? 0 : 1
            columns +=
                "<col min=\"\(column + 1)\" max=\"\(column + 1)\" width=\"24\" style=\"\(style)\" customWidth=\"1\"/>"
        }
        let head =
            WorkbookTemplate.declaration + "<worksheet xmlns=\"\(WorkbookTemplate.main)\">"
            + "<sheetViews><sheetView workbookViewId=\"0\"><pane ySplit=\"1\" topLeftCell=\"A2\" "
            + "activePane=\"bottomLeft\" state=\"frozen\"/></sheetView></sheetViews><cols>\(columns)</cols><sheetData>"
        let parts = [
            ("[Content_Types].xml", Array(WorkbookTemplate.contentTypes.utf8)),
            ("_rels/.rels", Array(WorkbookTemplate.rootRelationships.utf8)),
            ("xl/workbook.xml", Array(WorkbookTemplate.workbook(sheet: Self.escaped(name)).utf8)),
            ("xl/_rels/workbook.xml.rels", Array(WorkbookTemplate.workbookRelationships.utf8)),
            ("xl/styles.xml", Array(WorkbookTemplate.styles.utf8)),
            ("xl/worksheets/sheet1.xml", Array(head.utf8) + sheet + Array("</sheetData></worksheet>".utf8)),
        ]
        do {
            return try ZipWriter.archive(parts.map { (name: $0.0, contents: $0.1) })
        } catch {
            throw WorkbookError(error.reason)
        }
    }

    /// Not `0x1p3`, and not `1e5` either: what a person wrote so was not a number to them. With more than 15 digits it would
    /// become another number.
    private static func isDecimal(_ text: String) -> Bool {
        text.utf8.count <= 15 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E }
    }

    private static func escaped(_ text: String) -> String {
        // Two characters that are not in XML at all.
        MarkupText.escaped(text).replacing("\u{FFFE}", with: "\u{FFFD}").replacing("\u{FFFF}", with: "\u{FFFD}")
    }
}
