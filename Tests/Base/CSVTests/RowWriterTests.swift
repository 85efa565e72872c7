import CSV
import Testing

@Suite struct `Row writer` {
    @Test func `quotes are used where they are needed`() {
        var writer = RowWriter()
        writer.append(["a", "b,c", "say \"hi\"", "two\nlines", " x", "-122.03", "=1"])
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == "a,\"b,c\",\"say \"\"hi\"\"\",\"two\nlines\",\" x\",-122.03,=1\r\n")
    }

    @Test(arguments: [RowWriter.LineEnding.crlf, .lf])
    func `what is written is read back`(_ ending: RowWriter.LineEnding) {
        let rows = [["", "a\"b", "c\r\nd"], ["", "", ""], ["é", "@x", ","]]
        var writer = RowWriter(lineEnding: ending)
        for row in rows { writer.append(row) }
        writer.append([""])
        var found: [[String]] = []
        var parser = RecordParser()
        let note: (RecordParser.Event) -> Void = {
            if case .record(let record) = $0 { found.append(record.strings) }
        }
        parser.feed(writer.take(), note)
        parser.finish(note)
        #expect(found == rows + [[""]])
        #expect(writer.bytes.isEmpty)
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
