import Faults
import Testing

@testable import Labels

struct LongNameTests {
    private static let highLetters = "مقهى بريتيغ"

    /// Names of every length and of several scripts, as pairs of placement and store name.
    static let names = [
        ("Counter", "Cupertino"),
        ("Jörg's Jause, Tür links", "Julius-Leber-Straße"),
        ("Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft", "Köln, Ehrenfeld"),
        (
            "Zweites Obergeschoss, neben der Rolltreppe, links vom Spiegel, unter der Treppe, Tisch 12",
            "Brightegg Café & Bäckerei am Alten Botanischen Garten, München-Maxvorstadt"
        ),
        ("2층 에스컬레이터 옆 안내 데스크", "서울 강남점 (Seoul Gangnam)"),
        ("2층 에스컬레이터 옆 안내 데스크 왼쪽 거울 아래 세 번째 기둥 뒤 12번", "서울특별시 강남구 테헤란로 브라이트에그 카페 강남역점"),
        ("二階のエスカレーター横の案内所、鏡の左、柱の裏、12番テーブル", "東京 表参道店"),
        ("الطابق الثاني بجانب السلم المتحرك، يسار المرآة، تحت الدرج، الطاولة 12", highLetters),
        (String(repeating: "Entrance, left door, second pillar, ", count: 8), String(repeating: "W", count: 300)),
    ]

    private func label(_ index: Int, _ design: SignDesign = .label) -> LabelContent {
        let (placement, name) = Self.names[index]
        return LabelContent(
            url: "https://ex.am/s/\(index)?tag=T-\(index)", tag: "T-\(index)", store: "store-\(index)",
            storeName: name, placement: placement, design: design)
    }

    @Test(arguments: LabelStock.builtInRows)
    func `no text is below 6 pt, none is in a quiet zone and none leaves its label, whatever the names`(
        _ row: StockRow
    ) throws {
        let stock = try LabelStock(row)
        var settings = LabelDesignTests.settings(for: row)
        // What is drawn is checked on the printer's dots, and 300 to the inch are drawn four times as fast as 600.
        settings.dotsPerInch = 300
        var labels = Self.names.indices.map { label($0) }
        if row.labelHeight < 15_000 {
            // Half an inch has no place for two names in a script with high letters, as short as they may be.
            let high = labels.remove(at: try #require(Self.names.firstIndex { $0.1 == Self.highLetters }))
            let error = #expect(throws: LabelsError.self) { try MadeSheet([high], on: stock, settings: settings) }
            #expect(error?.code == .textDoesNotFit)
        }
        let made = try MadeSheet(labels, on: stock, settings: settings)
        try made.check()
        for page in made.pages {
            #expect(page.marginTexts.allSatisfy { $0.size >= 6 })
            for (placed, cell) in zip(page.labels, made.sheet.cells(of: page)) {
                check(placed, shortenedNames: cell.shortenedNames, on: row)
            }
        }
    }

    private func check(_ placed: PlacedLabel, shortenedNames: [String], on row: StockRow) {
        let label = placed.content
        for text in placed.texts {
            #expect(text.size >= 6, "\(text.text) on \(row.part)")
            for frame in text.frames {
                #expect(!frame.intersects(placed.symbol.quietFrame), "\(text.text) on \(row.part)")
                #expect(frame.x >= placed.frame.x + 900 && frame.right <= placed.frame.right - 900)
                #expect(frame.y >= placed.frame.y + 900 && frame.bottom <= placed.frame.bottom - 900)
            }
        }
        // Names are whole, or the report says as what they are printed; identifiers are always whole.
        let names = placed.texts.filter { $0.style != .monospaced }.map(\.text)
        #expect(Set(names).subtracting([label.placement, label.storeName]) == Set(shortenedNames), "\(row.part)")
        #expect(shortenedNames.allSatisfy { $0.contains("\u{2026}") })
        let identifiers = placed.texts.filter { $0.style == .monospaced }.map(\.text).joined(separator: " ")
        #expect(identifiers.contains(label.store) && identifiers.contains("\(label.tag)/"), "\(row.part)")
    }

    @Test func `a shortened name is printed with a warning that names the tag`() throws {
        var labels = Samples.labels(2)
        labels[1].placement =
            "Second floor, beside the escalator, left of the mirror, under the stairs, behind the third pillar, table 12"
        let stock = try LabelStock.builtIn("L4732")
        let made = try MadeSheet(labels, on: stock, settings: LabelDesignTests.settings(for: stock.row))
        let cells = made.sheet.cells(of: made.pages[0])
        #expect(cells[0].shortenedNames == [])
        let name = try #require(cells[1].shortenedNames.first)
        #expect(name.hasPrefix("Second floor") && name.hasSuffix("table 12"))
        let warning = made.sheet.report(cells, pages: 1).warnings.first { $0.contains("shortened name") }
        #expect(
            warning == "1 label has a shortened name, such as \"\(name)\", because the whole name does not fit at 6 pt "
                + "(BEC-1001): shorten the placement or the store's name yourself, or use a larger label")
    }

    /// The step from the whole name to a part of it, for letters that are several characters of Unicode.
    @Test func `a name loses whole letters from its middle`() {
        let item = TextItem(what: "placement", text: "Café 👩‍👩‍👧 Tür 12", style: .strong, size: 9, isName: true)
        #expect(item.shortened(to: 9).text == "Café\u{2026}r 12")
        #expect(item.shortened(to: 12).text == "Café 👩‍👩‍👧\u{2026}Tür 12")
        #expect(item.shortened(to: 12).isShortened && !item.isShortened)
    }
}
