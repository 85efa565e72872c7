import CSV
import Testing

@Suite struct `Row writer` {
    @Test func `quotes are used where they are needed`() {
        var writer = RowWriter(["a", "b", "c", "d", "e", "f"], numbers: ["f"])
        writer.append(["a", "b,c", "say \"hi\"", "two\nlines", " x", "-122.03"])
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == "a,b,c,d,e,f\r\na,\"b,c\",\"say \"\"hi\"\"\",\"two\nlines\",\" x\",-122.03\r\n")
    }

    @Test(arguments: [RowWriter.LineEnding.crlf, .lf])
    func `what is written is read back`(_ ending: RowWriter.LineEnding) {
        let columns = ["one", "two", "three"]
        let rows = [["", "a\"b", "c\r\nd"], ["", "", ""], ["é", "x", ","]]
        var writer = RowWriter(columns, lineEnding: ending)
        for row in rows { writer.append(row) }
        var found: [[String]] = []
        var parser = RecordParser()
        let note: (RecordParser.Event) -> Void = {
            if case .record(let record) = $0 { found.append(record.strings) }
        }
        parser.feed(writer.take(), note)
        parser.finish(note)
        #expect(found == [columns] + rows)
        #expect(writer.bytes.isEmpty)
    }

    /// What a spreadsheet may take for a formula (OWASP, CSV Injection), and what must not be mistaken for a mark.
    static let texts = [
        "=1+1", "+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "'=1", "''=1", "'", "''", "'tis", "it's", "a=1",
        " =1",
        "", "\u{FF1D}1", "\u{FF0B}1", "\u{FF0D}1", "\u{FF20}a", "\u{FF1C}1", "=", "-",
    ]

    @Test func `text that looks like a formula is marked in text columns only`() {
        var writer = RowWriter(["text", "number"], numbers: ["number"], lineEnding: .lf)
        for text in Self.texts { writer.append([text, "-1"]) }
        var parser = RecordParser()
        var fields: [[String]] = []
        let note: (RecordParser.Event) -> Void = {
            if case .record(let record) = $0 { fields.append(record.strings) }
        }
        parser.feed(writer.take(), note)
        parser.finish(note)
        let dangerous: Set<Unicode.Scalar> = [
            "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
        ]
        for field in fields.dropFirst() {
            #expect(!dangerous.contains(field[0].unicodeScalars.first ?? " "), "\(field[0])")
            #expect(field[1] == "-1")
        }
        #expect(fields.count == Self.texts.count + 1)
    }

    @Test func `every marked text comes back, from CSV and from a workbook`() throws {
        let schema = TableSchema(required: ["text", "number"], numbers: ["number"])
        var writer = RowWriter(schema.names, numbers: schema.numbers)
        // A workbook's cell has no line breaks at its ends, and a carriage return alone is no end of a line in it.
        let texts = Self.texts.filter { !$0.contains { $0.isNewline } }
        for text in texts { writer.append([text, "-1.5"]) }
        let csv = writer.take()
        for (bytes, file) in [
            (csv, "a.csv"), (try SavedTable.bytes(csv, for: "a.xlsx", numbers: schema.numbers, sheet: "a"), "a.xlsx"),
        ] {
            var found: [String] = []
            _ = try TableReader.read(bytes, file: file, schema: schema) { event in
                guard case .row(let row) = event else { return }
                found.append(row["text"] ?? "")
                #expect(DecimalNumber.parse(row.bytes("number")) == -1.5)
            }
            #expect(found == texts, "\(file)")
        }
    }
}

@Suite struct `Decimal numbers` {
    @Test(arguments: [
        ("0", 0), ("-122.0322", -122.0322), ("+37.3230", 37.323), ("5.", 5), (".5", 0.5), ("1e3", 1000),
        ("0.1234567890123456789", 0.1234567890123456789), ("-0.000001", -0.000001),
    ])
    func `decimal text gives the nearest number`(_ text: String, _ value: Double) {
        #expect(DecimalNumber.parse(Array(text.utf8)[...]) == value)
    }

    @Test(arguments: ["", "-", ".", "nan", "inf", "0x10", "1,5", "1.2.3", " 1", "1e999", "--1", "1e"])
    func `anything else is no number`(_ text: String) {
        #expect(DecimalNumber.parse(Array(text.utf8)[...]) == nil)
    }
}
