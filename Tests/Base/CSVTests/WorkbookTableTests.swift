import Archives
import CSV
import Faults
import Testing

/// Workbooks as tables: what is in them that a table of text cannot have.
struct WorkbookTableTests {
    private static let schema = TableSchema(
        required: ["store", "latitude", "radius"], numbers: ["latitude", "radius"])

    /// A workbook of one sheet with columns for a note, a store, a latitude and a radius.
    private func read(_ rows: String, behind: String = "") throws -> [String] {
        let header = ["note", "store", "latitude", "radius"].map { "<c t=\"inlineStr\"><is><t>\($0)</t></is></c>" }
        let parts = [
            ("_rels/.rels", "<a><Relationship Id=\"a\" Type=\"x/officeDocument\" Target=\"xl/book.xml\"/></a>"),
            ("xl/book.xml", "<a xmlns:r=\"r\"><sheets><sheet name=\"S\" r:id=\"s\"/></sheets></a>"),
            (
                "xl/_rels/book.xml.rels",
                "<a><Relationship Id=\"s\" Type=\"x/worksheet\" Target=\"s.xml\"/></a>"
            ),
            (
                "xl/s.xml",
                "<worksheet><sheetData><row>\(header.joined())</row>\(rows)</sheetData>\(behind)</worksheet>"
            ),
        ]
        let bytes = try ZipWriter.archive(parts.map { (name: $0.0, contents: Array($0.1.utf8)) })
        var events: [String] = []
        _ = try TableReader.read(bytes, file: "f", schema: Self.schema) { event in
            switch event {
            case .problem(let problem): events.append("\(problem.column ?? "-") \(problem)")
            case .row(let row): events.append("\(row.line): \(row["store"] ?? "-") \(row["latitude"] ?? "-")")
            }
        }
        return events
    }

    private func row(_ store: String, _ rest: String) -> String {
        "<row><c/><c t=\"inlineStr\"><is><t>\(store)</t></is></c>\(rest)</row>"
    }

    private func merged(_ references: [String]) -> String {
        "<mergeCells>" + references.map { "<mergeCell ref=\"\($0)\"/>" }.joined() + "</mergeCells>"
    }

    private static func hidden(_ line: Int, _ column: String, _ first: String, _ last: String) -> String {
        "\(column) f:\(line): cells \(first) to \(last) are merged, and only \(first) is shown: "
            + "unmerge them, and fill in each"
    }

    private static let place = "<c><v>47.5</v></c><c><v>80</v></c>"

    /// Both cells of the second store are empty: it would be read as a store without a place.
    @Test func `a row with cells that are merged with those above is bad, is named once and is not read`() throws {
        let rows = row("a", Self.place) + row("b", "") + row("c", "") + row("d", Self.place)
        #expect(
            try read(rows, behind: merged(["D2:D4", "C2:C4"])) == [
                "2: a 47.5", Self.hidden(3, "latitude", "C2", "C4"), Self.hidden(4, "latitude", "C2", "C4"),
                "5: d 47.5",
            ])
    }

    /// Merged cells, and what is then read of two stores.
    private static let references: [(String, [String])] = [
        // Beside one another: from the note to the store, and from the latitude to the radius.
        ("A3:B3", ["2: a 47.5", hidden(3, "store", "A3", "B3")]),
        ("C3:D3", ["2: a 47.5", hidden(3, "radius", "C3", "D3")]),
        // With the header row.
        ("A1:D2", [hidden(2, "store", "A1", "D2"), "3: b 47.5"]),
        ("C1:C3", [hidden(2, "latitude", "C1", "C3"), hidden(3, "latitude", "C1", "C3")]),
        // A column that is ignored, cells beside and under the table, and the header row.
        ("A2:A3", ["2: a 47.5", "3: b 47.5"]), ("E2:H9", ["2: a 47.5", "3: b 47.5"]),
        ("A1:B1", ["2: a 47.5", "3: b 47.5"]), ("D2:F2", ["2: a 47.5", "3: b 47.5"]),
        ("B4:D9", ["2: a 47.5", "3: b 47.5"]), ("D3:D5", ["2: a 47.5", "3: b 47.5"]),
    ]

    @Test(arguments: references)
    func `merged cells count where a column that is read loses by it`(_ reference: String, _ events: [String]) throws {
        #expect(try read(row("a", Self.place) + row("b", Self.place), behind: merged([reference])) == events)
    }

    @Test func `merged cells count only in rows that have a value`() throws {
        // The header is two rows high, and so is each store.
        let rows = "<row/>" + row("a", Self.place) + "<row/>" + row("b", Self.place) + "<row/>"
        let columns = ["A", "B", "C", "D"]
        let references = [1, 3, 5, 7].flatMap { row in columns.map { "\($0)\(row):\($0)\(row + 1)" } }
        #expect(try read(rows, behind: merged(references)) == ["3: a 47.5", "5: b 47.5"])
    }

    @Test func `merged cells that are all empty are as empty as they look`() throws {
        let rows = row("a", "") + row("b", "") + row("c", "<c/><c><v>80</v></c>") + row("d", "<c><v>47.5</v></c>")
        #expect(
            try read(rows, behind: merged(["C2:D3", "C4:C5"])) == [
                "2: a -", "3: b -", "4: c -", Self.hidden(5, "latitude", "C4", "C5"),
            ])
    }

    @Test func `a position by formulas that no spreadsheet has calculated is not an empty one`() throws {
        let formulas = "<c><f>X1</f><v/></c><c><f>X2</f><v/></c>"
        #expect(
            try read(row("a", formulas)) == [
                "latitude f:2: cell C2 has a formula without a value: "
                    + "open the file in a spreadsheet and save it again"
            ])
    }

    /// Longer than a field that is read from people may be: it was left out without a word.
    @Test(arguments: [40_000, 70_000, 300_000])
    func `a row that no workbook holds is an error, and is not left out`(_ length: Int) throws {
        var writer = RowWriter(["code", "tags"])
        writer.append(["a", "T-1"])
        writer.append(["b", String(repeating: "x", count: length)])
        let csv = writer.take()
        let error = try #require(throws: FileError.self) {
            try SavedTable.bytes(csv, for: "findings.xlsx", numbers: [], sheet: "Findings")
        }
        #expect(error.reason == "findings.xlsx: a cell holds 32767 characters, and cell B3 would have more")
        #expect(error.next == "save it as .csv; nothing was written")
        #expect(try SavedTable.bytes(csv, for: "findings.csv", numbers: [], sheet: "Findings") == csv)
    }
}
