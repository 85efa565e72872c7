import CSV
import Testing

@Suite struct `Record parser` {
    private func events(_ bytes: [UInt8], chunk: Int = .max, limits: Limits = Limits()) -> [String] {
        var parser = RecordParser(limits: limits)
        var found: [String] = []
        func note(_ event: RecordParser.Event) {
            switch event {
            case .record(let record): found.append("\(record.line):\(record.strings)")
            case .problem(let line, let reason): found.append("\(line)! \(reason)")
            }
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            parser.feed(Array(rest.prefix(chunk)), note)
            rest = rest.dropFirst(chunk)
        }
        parser.finish(note)
        return found
    }

    private func events(_ text: String, chunk: Int = .max, limits: Limits = Limits()) -> [String] {
        events(Array(text.utf8), chunk: chunk, limits: limits)
    }

    static let table: [(String, [String])] = [
        ("", []),
        ("a", [#"1:["a"]"#]),
        ("a,b\n", [#"1:["a", "b"]"#]),
        ("a,b\r\nc,d\r\n", [#"1:["a", "b"]"#, #"2:["c", "d"]"#]),
        ("a,\n,b", [#"1:["a", ""]"#, #"2:["", "b"]"#]),
        ("a\n\n\r\nb\n", [#"1:["a"]"#, #"4:["b"]"#]),
        ("\u{FEFF}a,b\n", [#"1:["a", "b"]"#]),
        (#""a""b",",""#, [#"1:["a\"b", ","]"#]),
        ("\"two\nlines\",x\ny,z\n", [#"1:["two\nlines", "x"]"#, #"3:["y", "z"]"#]),
        ("\"\"\n", [#"1:[""]"#]),
        ("café,☕\n", [#"1:["café", "☕"]"#]),
        ("a\"b,c\nd\n", ["1! a quote inside a field that is not quoted", #"2:["d"]"#]),
        ("\"a\"b\nd\n", ["1! text after the closing quote of a field", #"2:["d"]"#]),
        ("a\rb\nd\n", ["1! a carriage return is not followed by a line feed", #"2:["d"]"#]),
        ("x\n\"a\nb", [#"1:["x"]"#, "2! a quoted field is not closed before the end of the file"]),
    ]

    @Test(arguments: table, [1, 2, 3, Int.max])
    func `rows come out the same however the bytes are cut`(_ example: (String, [String]), chunk: Int) {
        #expect(events(example.0, chunk: chunk) == example.1)
    }

    @Test(
        arguments: [
            [0x61, 0xFF, 0x0A], [0xC3, 0x2C, 0xA9, 0x0A], [0xED, 0xA0, 0x80, 0x0A], [0xC0, 0x80, 0x0A],
            [0xEF, 0xBB],
        ] as [[UInt8]])
    func `a row that is not UTF-8 is a problem of that row`(_ bytes: [UInt8]) {
        #expect(events([0x78, 0x0A] + bytes) == [#"1:["x"]"#, "2! not valid UTF-8"])
        #expect(events(bytes).first == "1! not valid UTF-8")
    }

    @Test func `a field or a row that is too large is refused and the next line is read`() {
        let limits = Limits(field: 4, row: 10, columns: 3)
        let fieldTooLong = "1! field 1 is longer than 4 bytes"
        #expect(events("abcde,f\nok\n", limits: limits) == [fieldTooLong, #"2:["ok"]"#])
        #expect(events("\"ab\ncde\",f\nok\n", limits: limits).first == fieldTooLong)
        #expect(events("abcd,abcd,a\nok\n", limits: limits) == ["1! longer than 10 bytes", #"2:["ok"]"#])
        #expect(events("a,b,c,d\nok\n", limits: limits) == ["1! more than 3 fields", #"2:["ok"]"#])
    }

    @Test func `a record that was kept does not change when the parser goes on`() {
        var kept: [Record] = []
        var parser = RecordParser()
        parser.feed(Array("a,b\nc,d\n".utf8)) {
            if case .record(let record) = $0 { kept.append(record) }
        }
        #expect(kept.map(\.strings) == [["a", "b"], ["c", "d"]])
    }
}
