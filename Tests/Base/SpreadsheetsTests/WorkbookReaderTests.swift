import Archives
import Spreadsheets
import Testing

struct WorkbookReaderTests {
    private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

    /// A workbook of these parts; the others are the usual ones.
    private func workbook(
        sheet: String, texts: String = "<sst/>", styles: String = "<styleSheet/>",
        sheets: String = "<sheet name=\"Tags\" r:id=\"s1\"/>", book: String = "<workbookPr/>"
    ) throws -> [UInt8] {
        func relation(_ id: String, _ type: String, _ target: String) -> String {
            "<Relationship Id=\"\(id)\" Type=\"http://x/\(type)\" Target=\"\(target)\"/>"
        }
        let parts = [
            ("_rels/.rels", "<Relationships>\(relation("r", "officeDocument", "xl/book.xml"))</Relationships>"),
            ("xl/book.xml", "<workbook xmlns:r=\"r\">\(book)<sheets>\(sheets)</sheets></workbook>"),
            (
                "xl/_rels/book.xml.rels",
                "<Relationships>" + relation("s1", "worksheet", "sheets/1.xml")
                    + relation("s2", "worksheet", "/xl/sheets/2.xml") + relation("t", "sharedStrings", "texts.xml")
                    + relation("f", "styles", "styles.xml") + "</Relationships>"
            ),
            ("xl/sheets/1.xml", sheet), ("xl/texts.xml", texts), ("xl/styles.xml", styles),
            ("xl/sheets/2.xml", Self.sheet("<row><c t=\"inlineStr\"><is><t>second</t></is></c></row>")),
        ]
        return try ZipWriter.archive(parts.map { (name: $0.0, contents: Array($0.1.utf8)) })
    }

    private static func sheet(_ rows: String) -> String {
        "<worksheet xmlns=\"\(main)\"><sheetData>\(rows)</sheetData></worksheet>"
    }

    private func cells(_ bytes: [UInt8]) throws -> [[String]] {
        var rows: [[String]] = []
        _ = try WorkbookReader.read(bytes) { row in
            rows.append(
                ["\(row.number)"]
                    + row.cells.map { cell in
                        switch cell {
                        case .text(let text): text
                        case .unreadable(let reason): "! \(reason)"
                        }
                    })
        }
        return rows
    }

    @Test func `each kind of cell is read as what it shows`() throws {
        let styles = """
            <styleSheet><numFmts><numFmt numFmtId="170" formatCode="0000"/><numFmt numFmtId="171" formatCode="yyyy\\-mm"/>
            <numFmt numFmtId="172" formatCode="[Red]0.00&quot; m&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
            <cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="14"/><xf numFmtId="171"/><xf numFmtId="172"/></cellXfs>
            </styleSheet>
            """
        let texts = """
            <sst><si><t>plain</t></si><si><r><t>rich</t></r><r><t xml:space="preserve"> text</t></r>\
            <rPh sb="0" eb="1"><t>reading aid</t></rPh></si><si><t>a_x000B_b_x005F_x000B_</t></si></sst>
            """
        let rows = """
            <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>
            <row r="3"><c r="A3"><v>4.123456789012E12</v></c><c r="B3"><v>37.322999999999997</v></c>
            <c r="D3" s="1"><v>104</v></c><c r="E3" s="4"><v>9.5</v></c><c r="F3" s="9"><v>1e20</v></c></row>
            <row r="4"><c r="A4" s="2"><v>46345</v></c><c r="B4" s="3"><v>46345.715717592597</v></c><c r="C4" t="b"><v>1</v></c>
            <c r="D4" t="str"><f>A1&amp;"x"</f><v>plainx</v></c><c r="E4" t="e"><v>#REF!</v></c><c r="F4"><f>1+1</f></c>
            <c r="G4" s="1"/></row>
            <row r="5" hidden="1"><c r="A5" t="inlineStr"><is><t>in</t><t>line</t></is></c></row><row r="6"><c s="1"/></row>
            """
        #expect(
            try cells(try workbook(sheet: Self.sheet(rows), texts: texts, styles: styles)) == [
                ["1", "plain", "rich text", "a\u{B}b_x000B_"],
                ["3", "4123456789012", "37.323", "", "0104", "9.5", "1e+20"],
                [
                    "4", "2026-11-19", "2026-11-19T17:10:38", "TRUE", "plainx", "! has the error #REF!",
                    "! has a formula without a value: open the file in a spreadsheet and save it again",
                ], ["5", "inline"],
            ])
    }

    /// `<v/>` as openpyxl writes it for a formula that no spreadsheet has calculated.
    @Test func `a formula without a value is not an empty cell, and one whose value is an empty text is`() throws {
        let rows = """
            <row><c t="inlineStr"><is><t>a</t></is></c><c><f>1+1</f><v/></c><c t="b"><f>1=1</f><v></v></c>
            <c t="str"><f>""</f><v></v></c><c><v/></c><c t="inlineStr"><is><t>b</t></is></c></row>
            """
        let unreadable = "! has a formula without a value: open the file in a spreadsheet and save it again"
        #expect(try cells(try workbook(sheet: Self.sheet(rows))) == [["1", "a", unreadable, unreadable, "", "", "b"]])
    }

    /// XlsxWriter and others write 0 for the value of each formula, and have it calculated when the workbook is opened.
    @Test(arguments: ["1", "true"])
    func `values of formulas that are still to be calculated are not read`(_ flag: String) throws {
        let rows = "<row><c><v>5</v></c><c><f>A1*2</f><v>0</v></c><c t=\"str\"><f>\"x\"</f><v></v></c></row>"
        let unreadable = "! has a formula that was not calculated: open the file in a spreadsheet and save it again"
        let book = "<workbookPr/><calcPr calcId=\"124519\" fullCalcOnLoad=\"\(flag)\"/>"
        #expect(
            try cells(try workbook(sheet: Self.sheet(rows), book: book)) == [["1", "5", unreadable, unreadable]])
        let calculated = try workbook(sheet: Self.sheet(rows), book: "<calcPr fullCalcOnLoad=\"0\"/>")
        #expect(try cells(calculated) == [["1", "5", "0"]])
    }

    @Test(arguments: [
        ("0.00E+00", "20000000000", "2e+10"), ("0.00E+00", "-1500", "-1.5e+03"), ("##0.0E+0", "7", "7e+00"),
        ("0.00E+00", "0", "0"), ("0.00E+00", "47.376", "47.376"), ("0\"e+\"", "104", "104"),
        ("General", "1234567890123456", "1.234567890123456e+15"), ("General", "1e15", "1e+15"),
        ("General", "-1234567890123450", "-1.23456789012345e+15"), ("General", "999999999999999", "999999999999999"),
        ("General", "1e20", "1e+20"), ("0000;-0000", "104", "0104"), ("[Blue]0000_);[Red](0000)", "104", "0104"),
        ("_-* #,##0.00\\ _D_M_-", "47.5", "47.5"), ("0.0_m", "9.5", "9.5"),
        ("\"[\"yyyy\\-mm\\-dd\"]\"", "46345", "2026-11-19"),
    ])
    func `a number is read as its format shows it, as far as that changes what it is`(
        _ code: String, _ value: String, _ text: String
    ) throws {
        let escaped = code.replacing("\"", with: "&quot;")
        let styles = """
            <styleSheet><numFmts><numFmt numFmtId="164" formatCode="\(escaped)"/></numFmts>
            <cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>
            """
        let bytes = try workbook(sheet: Self.sheet("<row><c s=\"0\"><v>\(value)</v></c></row>"), styles: styles)
        #expect(try cells(bytes) == [["1", text]])
    }

    @Test(arguments: [11, 48]) func `the scientific formats need not be spelled out`(_ id: Int) throws {
        let styles = "<styleSheet><cellXfs><xf numFmtId=\"\(id)\"/></cellXfs></styleSheet>"
        let bytes = try workbook(sheet: Self.sheet("<row><c><v>100000</v></c></row>"), styles: styles)
        #expect(try cells(bytes) == [["1", "1e+05"]])
    }

    private func merged(_ bytes: [UInt8]) throws -> [String] {
        var merged: [String] = []
        _ = try WorkbookReader.read(bytes) { row in
            merged += row.merged.map { "\(row.number): \($0.first) \($0.last)" }
        }
        return merged
    }

    @Test func `merged cells come with the first row from theirs on that has a value`() throws {
        let references = ["A4:XFD5", "C2:C3", "D1:D1", "B1:B9", "A:A", "A7:A8"]
        let rows = [1, 3, 4].map { "<row r=\"\($0)\"><c><v>1</v></c></row>" }.joined()
        let cells = references.map { "<x:mergeCell ref=\"\($0)\"/>" }.joined()
        let sheet =
            "<worksheet xmlns:x=\"\(Self.main)\"><sheetData>\(rows)</sheetData><x:mergeCells>\(cells)</x:mergeCells>"
            + "</worksheet>"
        #expect(try merged(try workbook(sheet: sheet)) == ["1: B1 B9", "3: C2 C3", "4: A4 XFD5"])
    }

    /// A part is unpacked in pieces of 65 536 bytes.
    @Test(arguments: 1...8) func `merged cells are found where a piece of the part ends`(_ letters: Int) throws {
        let start = "<worksheet><sheetData><row><c><v>1</v></c></row></sheetData>"
        let gap = String(repeating: " ", count: 65_536 - letters - 1 - start.utf8.count)
        let sheet = "\(start)\(gap)<mergeCell ref=\"A1:A2\"/></worksheet>"
        #expect(try merged(try workbook(sheet: sheet)) == ["1: A1 A2"])
    }

    @Test func `merged cells are found in UTF-16`() throws {
        let sheet =
            "<worksheet><sheetData><row><c><v>1</v></c></row></sheetData><mergeCell ref=\"A1:A2\"/></worksheet>"
        let whole = try ZipReader(try workbook(sheet: sheet))
        let parts = try (0..<whole.count).map { index -> (name: String, contents: [UInt8]) in
            let name = try #require(whole.name(of: index))
            let contents = try whole.contents(of: index, limit: 1 << 20)
            guard name == "xl/sheets/1.xml" else { return (name: name, contents: contents) }
            return (name: name, contents: [0xFF, 0xFE] + contents.flatMap { [$0, 0] })
        }
        #expect(try merged(try ZipWriter.archive(parts)) == ["1: A1 A2"])
    }

    @Test func `days from 1904 are the same days`() throws {
        let styles = "<styleSheet><cellXfs><xf numFmtId=\"14\"/></cellXfs></styleSheet>"
        let bytes = try workbook(
            sheet: Self.sheet("<row><c><v>44883</v></c></row>"), styles: styles, book: "<workbookPr date1904=\"1\"/>")
        #expect(try cells(bytes) == [["1", "2026-11-19"]])
    }

    @Test func `the first sheet that is not hidden is read, and the others are told`() throws {
        let bytes = try workbook(
            sheet: Self.sheet(""),
            sheets: "<sheet name=\"Old\" state=\"hidden\" r:id=\"s1\"/><sheet name=\"New\" r:id=\"s2\"/>")
        var rows: [SheetRow] = []
        let summary = try WorkbookReader.read(bytes) { rows.append($0) }
        #expect(summary.sheet == "New" && summary.others == [])
        #expect(rows == [SheetRow(number: 1, cells: [.text("second")])])
        let both = try WorkbookReader.read(
            try workbook(
                sheet: Self.sheet(""), sheets: "<sheet name=\"A\" r:id=\"s1\"/><sheet name=\"B\" r:id=\"s2\"/>")
        ) { _ in }
        #expect(both.sheet == "A" && both.others == ["B"])
    }

    @Test(arguments: [
        ("<!DOCTYPE x [<!ENTITY a \"b\">]><worksheet/>", "it declares a document type"),
        ("<worksheet><sheetData><row r=\"2\"/><row r=\"1\"/></sheetData></worksheet>", "row 1 follows row 2"),
        (
            "<worksheet><sheetData><row><c r=\"B1\"/><c r=\"A1\"/></row></sheetData></worksheet>",
            "cell A1 of row 1 is out of place"
        ),
        (
            "<worksheet><sheetData><row><c r=\"ZZZZ1\"/></row></sheetData></worksheet>",
            "cell ZZZZ1 of row 1 is out of place"
        ),
        (
            "<worksheet><sheetData><row><c t=\"s\"><v>9</v></c></row></sheetData></worksheet>",
            "names a text that is not there"
        ),
        ("<worksheet><sheetData><row><c><v>nan</v></c></row></sheetData></worksheet>", "has a number that is not one"),
        ("<worksheet><sheetData>", "it is not well-formed XML"),
    ])
    func `a sheet that no spreadsheet saves is refused`(_ sheet: String, _ reason: String) throws {
        let error = try #require(throws: WorkbookError.self) { try cells(try workbook(sheet: sheet)) }
        #expect(error.reason.contains(reason), "\(error.reason)")
    }

    @Test func `one text in a million cells is refused before memory is short`() throws {
        let text = String(repeating: "x", count: 1_000_000)
        let row = "<row>" + String(repeating: "<c t=\"s\"><v>0</v></c>", count: 400) + "</row>"
        let bytes = try workbook(sheet: Self.sheet(row), texts: "<sst><si><t>\(text)</t></si></sst>")
        let error = try #require(throws: WorkbookError.self) { try cells(bytes) }
        #expect(error.reason == "its cells have more than 256 MB of text")
    }

    @Test func `a ZIP that is not a workbook is refused`() throws {
        let zip = try ZipWriter.archive([(name: "a.svg", contents: [])])
        let error = try #require(throws: WorkbookError.self) { try cells(zip) }
        #expect(error.reason == "it is a ZIP archive and not an Excel workbook")
    }

    @Test func `parts are found whatever the case of their names, and one of formats must be there`() throws {
        let styles =
            "<styleSheet><numFmts><numFmt numFmtId=\"170\" formatCode=\"0000\"/></numFmts>"
            + "<cellXfs><xf numFmtId=\"170\"/></cellXfs></styleSheet>"
        let rows = "<row><c t=\"s\"><v>0</v></c><c><v>104</v></c></row>"
        func rebuilt(_ name: (String) -> String?) throws -> [UInt8] {
            let whole = try ZipReader(
                try workbook(sheet: Self.sheet(rows), texts: "<sst><si><t>a</t></si></sst>", styles: styles))
            let parts = try (0..<whole.count).compactMap { index in
                try whole.name(of: index).flatMap(name).map { name in
                    (name: name, contents: try whole.contents(of: index, limit: 1 << 20))
                }
            }
            return try ZipWriter.archive(parts)
        }
        #expect(try cells(try rebuilt { $0 == "_rels/.rels" ? $0 : $0.uppercased() }) == [["1", "a", "0104"]])
        let error = try #require(throws: WorkbookError.self) {
            try cells(try rebuilt { $0 == "xl/styles.xml" ? nil : $0 })
        }
        #expect(error.reason == "its part xl/styles.xml is missing")
    }

    @Test func `a text that is longer than a cell is not written`() throws {
        var writer = WorkbookWriter(columns: ["a", "b"], numbers: [], sheet: "S")
        let longest = String(repeating: "\u{1F34E}", count: 16_383) + "x"
        try writer.append(["", longest])
        let error = try #require(throws: WorkbookError.self) { try writer.append(["", longest + "x"]) }
        #expect(error.reason == "a cell holds 32767 characters, and cell B3 would have more")
        #expect(try cells(try writer.bytes()).map { Array($0.dropFirst()) } == [["a", "b"], ["", longest]])
    }

    @Test func `what is written is read back, text as text and numbers as numbers`() throws {
        var writer = WorkbookWriter(columns: ["uid", "accuracy"], numbers: ["accuracy"], sheet: "Tags")
        let rows = [
            ["04123456789012", "9.5"], ["=1+1", "-0.25"], ["_x000B_\u{B}\t\"<&>'\u{1F34E}", "12,5"], [" a ", "0x10"],
        ]
        for row in rows { try writer.append(row) }
        #expect(try cells(try writer.bytes()).map { Array($0.dropFirst()) } == [["uid", "accuracy"]] + rows)
        #expect(try writer.bytes() == (try writer.bytes()))
    }
}
