import Testing

@testable import Labels

/// The line in the margin says what it can where there is little space, and no sheet is refused for it.
@Suite struct JobLineTests {
    /// Narrow paper.
    static let rows = [
        StockRow(
            part: "A6", name: "A6, two labels", page: (105_000, 148_000), label: (95_000, 60_000), grid: (1, 2),
            corner: (5_000, 8_000), pitch: (95_000, 66_000), bottom: 14_000),
        StockRow(
            part: "4x6", name: "4 x 6 in, two labels", page: (101_600, 152_400), label: (91_600, 60_000), grid: (1, 2),
            corner: (5_000, 8_000), pitch: (91_600, 66_000), bottom: 18_400),
        StockRow(
            part: "80x100", name: "80 x 100 mm", page: (80_000, 100_000), label: (70_000, 84_000), grid: (1, 1),
            corner: (5_000, 8_000), pitch: (70_000, 84_000)),
    ]

    /// As long as a batch's name may be.
    private static let longName = "Spring opening, all shops in the south and the west, table signs"

    @Test(arguments: rows + LabelStock.builtInRows, ["", "Spring opening", longName])
    func `it fits its half of the margin, with the sheet's number and the scale`(row: StockRow, job: String) throws {
        var settings = LabelDesignTests.settings(for: row)
        settings.job = job
        let stock = try LabelStock(row)
        let texts = try JobLine(stock: row, settings: settings, sheets: 12).texts(sheet: 3, on: DrawingContext())
        #expect(texts.count == 2)
        let (head, tail) = (try #require(texts.first), try #require(texts.last))
        #expect(head.text.hasSuffix("sheet 3 of 12") && head.text.hasPrefix(job.prefix(3)), "\(head.text)")
        #expect(tail.text.contains("print at 100 %"), "\(tail.text)")
        let (left, right) = (try #require(head.frames.first), try #require(tail.frames.first))
        #expect(head.frames.count == 1 && tail.frames.count == 1)
        #expect(left.right < right.x && right.right <= Double(row.pageWidth - (row.right ?? row.left)) + 1)
        #expect(texts.allSatisfy { $0.size >= TextItem.smallestSize })
        _ = try MadeSheet(LabelDesignTests.labels(for: stock), on: stock, settings: settings)
    }

    @Test func `a long name loses its middle, and what is short is whole`() throws {
        var settings = Samples.settings()
        settings.job = Self.longName
        let texts = try JobLine(stock: Self.rows[0], settings: settings, sheets: 1).texts(
            sheet: 1, on: DrawingContext())
        let head = try #require(texts.first)
        #expect(head.text.hasPrefix("Spring") && head.text.hasSuffix("signs  \u{b7}  sheet 1 of 1"), "\(head.text)")
        #expect(head.text.count { $0 == "\u{2026}" } == 1)
        let letter = try LabelStock.builtIn("22805").row
        let whole = try JobLine(stock: letter, settings: Samples.settings(), sheets: 1).texts(
            sheet: 1, on: DrawingContext())
        #expect(
            whole.map(\.text) == [
                "Spring opening  \u{b7}  sheet 1 of 1", "stock 22805  \u{b7}  print at 100 %  \u{b7}  Waymark 1.2.3",
            ])
    }
}
