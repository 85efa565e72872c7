import CSV
import Faults
import Spreadsheets
import Testing

/// Tables in the forms that spreadsheets save: read the same where they are unambiguous, named otherwise.
@Suite struct `Table forms` {
    private static let schema = TableSchema(
        required: ["store", "name"], optional: ["place-latitude"], numbers: ["place-latitude"])

    private func read(_ bytes: [UInt8], pieces: Int = .max) throws -> (events: [String], warnings: [String]) {
        var events: [String] = []
        var reader = TableReader(file: "f", schema: Self.schema)
        func take(_ event: TableReader.Event) {
            switch event {
            case .problem(let problem): events.append(problem.description)
            case .row(let row):
                events.append("\(row.line):" + Self.schema.names.map { row[$0] ?? "-" }.joined(separator: "|"))
            }
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            try reader.feed(Array(rest.prefix(pieces)), take)
            rest = rest.dropFirst(pieces)
        }
        try reader.finish(take)
        return (events, reader.warnings.map(\.description))
    }

    private static func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
        "\u{FEFF}\(text)".utf16.flatMap { unit in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return bigEndian ? bytes : bytes.reversed()
        }
    }

    private static let semicolons = "Store;NAME;Place latitude\r\na;\"x;\r\ny\";37,5\r\n\r\nb;\u{1F34E};-1\r\n"

    @Test(arguments: [
        Array(semicolons.utf8), Array("\u{FEFF}\(semicolons)".utf8), utf16(semicolons, bigEndian: false),
        utf16(semicolons, bigEndian: true), Array(semicolons.replacing("\r\n", with: "\r").utf8),
        utf16(semicolons.replacing("\r\n", with: "\r"), bigEndian: true),
    ])
    func `the rows and their lines are the same in each encoding and however the file is cut`(_ bytes: [UInt8]) throws {
        for pieces in [1, 2, 3, 11, .max] {
            let read = try read(bytes, pieces: pieces)
            #expect(read.events.map { $0.filter { !$0.isNewline } } == ["2:a|x;y|37.5", "5:b|\u{1F34E}|-1"])
            #expect(read.warnings.contains("f: the file has decimal commas, and they are read so"))
            #expect(
                read.warnings.filter { $0.contains("column") } == [
                    "f:1: columns: \"Store\" is read as store, \"NAME\" is read as name, "
                        + "\"Place latitude\" is read as place-latitude"
                ])
        }
    }

    @Test(arguments: [
        (
            "store;name;place-latitude\na;b;37,5\nc;d;1.500\n",
            "place-latitude \"1.500\" has a decimal point, and numbers before it have a decimal comma: use one of them in the whole file"
        ),
        (
            "store;name;place-latitude\na;b;37.5\nc;d;1,5\n",
            "place-latitude \"1,5\" has a decimal comma, and numbers before it have a decimal point: use one of them in the whole file"
        ),
        (
            "store\tname\tplace-latitude\na\tb\t7\nc\td\t37,5\n",
            "place-latitude \"37,5\" has a decimal comma: save the file with semicolons, or with points"
        ),
        (
            "store,name,place-latitude\na,b,7\nc,d,\"37,5\"\n",
            "place-latitude \"37,5\" has a decimal comma: save the file with semicolons, or with points"
        ),
    ])
    func `decimal commas are read with semicolons only, and when every number has one`(
        _ text: String, _ reason: String
    ) throws {
        let events = try read(Array(text.utf8)).events
        #expect(events.count == 2 && events[1] == "f:3: \(reason)")
    }

    @Test func `thousands are not fractions`() throws {
        let events = try read(Array("store;name;place-latitude\na;b;1.234,5\nc;d;1,234,567\n".utf8)).events
        #expect(events == ["2:a|b|1.234,5", "3:c|d|1,234,567"])
    }

    @Test func `a column's own name counts before another spelling, and two other spellings are ambiguous`() throws {
        let read = try read(Array("Store,store,name\na,b,c\n".utf8))
        #expect(read.events == ["2:b|c|-"])
        #expect(read.warnings == ["f:1: column \"Store\" is unknown and ignored"])
        let error = try #require(throws: FileError.self) { try self.read(Array("Store,STORE ,name\na,b,c\n".utf8)) }
        #expect(error.reason == "f:1: column STORE appears twice")
    }

    @Test(arguments: [
        ([0xD0, 0xCF, 0x11, 0xE0, 0xA1], "f: it is an Excel 97 file (.xls), or a workbook with a password"),
        ([0xFF, 0xFE, 0, 0, 0x73, 0, 0, 0], "f: it is UTF-32 text"),
        ([0x73, 0, 0x74, 0, 0x0A, 0], "f: it is UTF-16 text without a byte order mark, or not text at all"),
        ([0x50, 0x4B, 0x03, 0x04, 0x0A], "f: it is not a ZIP archive: Not a zip archive"),
    ])
    func `what is not a table that can be read is named with the way out`(_ bytes: [UInt8], _ reason: String) throws {
        let error = try #require(throws: FileError.self) { try read(bytes) }
        #expect(error.reason == reason)
        #expect(error.next.hasPrefix("save it as \"CSV UTF-8\" or as an Excel workbook (.xlsx)"))
    }

    @Test func `half a character at the end is not UTF-8`() throws {
        let text = Self.utf16("store,name\na,b", bigEndian: false)
        #expect(try read(text + [0x3D]).events == ["f:2: not valid UTF-8"])
        #expect(try read(text + [0x3D, 0xD8]).events == ["f:2: not valid UTF-8"])
    }

    @Test func `a workbook gives the same rows, with the sheet's row numbers`() throws {
        var writer = WorkbookWriter(
            columns: ["Store", "name", "place-latitude", "note"], numbers: ["place-latitude"], sheet: "Stores/1")
        try writer.append(["0104", "x", "37.5", "one\ntwo"])
        try writer.append(["", "", "", ""])
        try writer.append(["b", "\u{1F34E} <&>", "-1", ""])
        let bytes = try writer.bytes()
        for pieces in [1_000, .max] {
            let read = try read(bytes, pieces: pieces)
            #expect(read.events == ["2:0104|x|37.5", "4:b|\u{1F34E} <&>|-1"])
            #expect(
                read.warnings == [
                    "f:1: column \"Store\" is read as store", "f:1: column \"note\" is unknown and ignored",
                ])
        }
    }

    @Test func `a cell beside the table is a bad row`() throws {
        var writer = WorkbookWriter(columns: ["store", "name"], numbers: [], sheet: "S")
        try writer.append(["a", "b", "", "c"])
        #expect(try read(try writer.bytes()).events == ["f:2: cell D2 is beside the table"])
    }

    @Test(arguments: [
        ("4,1E+12", "is a number that a spreadsheet shortened: digits are lost; "),
        ("4.12346E+12", "is a number that a spreadsheet shortened: digits are lost; "),
        ("4123456789012", "has 13 digits: a spreadsheet took away its leading zeros; "),
        ("04123456789012", nil), ("04A1B2C3D4E580", nil), ("", nil),
    ])
    func `what a spreadsheet did to a UID is recognised`(_ text: String, _ start: String?) {
        #expect(SpreadsheetDamage.complaint(aboutUID: text) == start.map { $0 + SpreadsheetDamage.remedy })
    }

    @Test(arguments: [
        ("4E+1", true), ("4e+123", true), ("4.5E+12", true), ("4,5E+1", true),
        ("2e+10", true), ("1.234567890123456e+15", true),
        ("4E+", false), ("4E+1234", false),
        ("4.E+1", false), ("44E+1", false), ("E+1", false), ("4E1", false), ("4E+1x", false), ("4-E+1", false),
        ("", false),
    ])
    func `a number that a spreadsheet shortened is recognised`(_ text: String, _ isShortened: Bool) {
        #expect(SpreadsheetDamage.isScientific(text) == isShortened)
    }

    @Test(arguments: [
        ("a/spring.csv", "spring"), ("spring.XLSX", "spring"), ("spring", "spring"), ("a.b/.csv", ""),
    ])
    func `a batch is called like its file`(_ path: String, _ stem: String) {
        #expect(TableFileName.stem(path) == stem)
    }
}
