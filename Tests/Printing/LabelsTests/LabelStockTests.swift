import Faults
import Labels
import Testing

@Suite struct LabelStockTests {
    @Test(arguments: LabelStock.builtInRows)
    func `every stock that comes with Waymark closes, and says what to measure`(row: StockRow) throws {
        let stock = try LabelStock.builtIn(row.part)
        #expect(stock.row == row)
        let toMeasure = [
            "5520": ["stock 5520 is -162 um off across the page: measure your sheet"],
            "L7161": [
                "stock L7161 is -250 um off across the page: measure your sheet",
                "stock L7161 is 300 um off down the page: measure your sheet",
                "labels of stock L7161 overlap by 40 um down: measure your sheet",
            ],
            "L7651": ["stock L7651 is -400 um off down the page: measure your sheet"],
            "L4732": ["stock L4732 is 600 um off down the page: measure your sheet"],
        ]
        #expect(stock.warnings == toMeasure[row.part] ?? [])
        #expect(stock.capacity == row.columns * row.rows)
    }

    @Test func `the parts are known by their numbers`() {
        let parts = LabelStock.builtInRows.map(\.part)
        #expect(Set(parts).isSuperset(of: ["22805", "5160", "5163", "L7120", "L7160", "L7163"]))
        #expect(Set(parts).count == parts.count)
    }

    @Test func `an unknown part is refused with the list of known ones`() {
        let error = #expect(throws: LabelsError.self) { try LabelStock.builtIn("L9999") }
        #expect(error?.code == .stockUnknown)
        #expect(error?.message == "unknown label stock L9999")
        #expect(error?.reason.contains("22805") == true)
    }

    /// 22805 closes with 1 um over; its left margin is moved by some micrometres.
    @Test(arguments: [
        (0, 0, false), (49, 0, false), (51, 1, false), (-51, 1, false), (500, 1, false), (501, 0, true),
    ])
    func `rounding is silent, a small error is a warning, a large one a refusal`(
        shift: Int, warnings: Int, isRefused: Bool
    ) throws {
        var row = try LabelStock.builtIn("22805").row
        row.left += shift
        if isRefused {
            let error = #expect(throws: LabelsError.self) { try LabelStock(row) }
            #expect(error?.code == .stockDoesNotClose)
            #expect(error?.reason == "margins, labels and gaps across the page miss its size by -1001 um")
        } else {
            #expect(try LabelStock(row).warnings.count == warnings)
        }
    }

    @Test func `a far margin that differs is checked instead of the near one`() throws {
        var row = try LabelStock.builtIn("22805").row
        row.top += 3_000
        #expect(throws: LabelsError.self) { try LabelStock(row) }
        row.bottom = 12_700 - 3_000
        #expect(try LabelStock(row).warnings.isEmpty)
    }

    @Test(
        arguments: [
            \StockRow.columns, \.rows, \.labelWidth, \.labelHeight, \.pageWidth, \.pageHeight, \.pitchX,
            \.pitchY,
        ] as [any WritableKeyPath<StockRow, Int> & Sendable])
    func `numbers that cannot be are refused before they are added up`(
        field: any WritableKeyPath<StockRow, Int> & Sendable
    ) throws {
        for value in [0, -1, .max, .min] {
            var row = try LabelStock.builtIn("22805").row
            row[keyPath: field] = value
            let error = #expect(throws: LabelsError.self) { try LabelStock(row) }
            #expect(error?.code == .stockInvalid)
        }
    }

    @Test func `labels that overlap are refused`() throws {
        var row = try LabelStock.builtIn("L7160").row
        row.pitchY = row.labelHeight - 101
        let error = #expect(throws: LabelsError.self) { try LabelStock(row) }
        #expect(error?.reason == "labels overlap: the pitch is smaller than the label")
    }

    @Test func `a roll has one label to the page`() throws {
        let stock = try LabelStock.builtIn("roll-62x29")
        #expect(stock.capacity == 1)
        #expect(stock.row.pageWidth == 62_000)
        #expect(stock.row.labelHeight == 29_000)
        #expect(throws: LabelsError.self) { try LabelStock.builtIn("roll-0x29") }
    }

    @Test func `a stock is read from a file, under the same checks`() throws {
        let file = """
            {"part": "house", "name": "our own", "pageWidth": 215900, "pageHeight": 279400, "labelWidth": 101600,
             "labelHeight": 50800, "columns": 2, "rows": 5, "left": 3969, "top": 12700, "pitchX": 106362, "pitchY": 50800}
            """
        let stock = try LabelStock.read(json: Array(file.utf8), name: "house.json")
        #expect(stock.row.part == "house")
        #expect(stock.capacity == 10)
        let cases = [
            (file.replacing("3969", with: "5000"), LabelsError.Code.stockDoesNotClose),
            (file.replacing("\"rows\": 5, ", with: ""), .stockInvalid),
            (file.replacing("50800}", with: "\"x\"}"), .stockInvalid), ("[]", .stockInvalid), ("", .stockInvalid),
            (String(repeating: " ", count: 70_000), .stockInvalid),
        ]
        for (text, code) in cases {
            let error = #expect(throws: LabelsError.self) {
                try LabelStock.read(json: Array(text.utf8), name: "house.json")
            }
            #expect(error?.code == code, "\(text.prefix(40))")
        }
    }

    @Test func `a margin that is misspelled in a file is refused, for it would have no effect`() throws {
        let file = """
            {"part": "house", "name": "our own", "pageWidth": 215900, "pageHeight": 279400, "labelWidth": 101600,
             "labelHeight": 50800, "columns": 2, "rows": 5, "left": 3969, "top": 12700, "pitchX": 106362,
             "pitchY": 50800, "rigth": 4100}
            """
        let error = try #require(throws: LabelsError.self) {
            try LabelStock.read(json: Array(file.utf8), name: "house.json")
        }
        #expect(error.code == .stockInvalid)
        #expect(error.reason.contains("the key \"rigth\" is unknown"), "\(error.reason)")
        #expect(error.reason.hasSuffix("did you mean \"right\"?"), "\(error.reason)")
    }
}
