import Faults
import SymbolDecoding
import Testing

@testable import Labels

@Suite struct LabelDesignTests {
    static let longNames = [
        ("Counter", "Cupertino"),
        ("Second floor, beside the escalator, left of the mirror", "San Francisco Union Square"),
        ("2층 에스컬레이터 옆 안내 데스크", "서울 강남점 (Seoul Gangnam)"),
        ("二階のエスカレーター横の案内所", "東京 表参道店"),
        ("", "Cupertino"),
        ("Counter", ""),
    ]

    /// Half an inch is too low for the modules that phones need in the hand.
    static func settings(for row: StockRow) -> SheetSettings {
        var settings = Samples.settings()
        if row.labelHeight < 20_000 { settings.minimumModule = 250 }
        return settings
    }

    static func labels(for stock: LabelStock) -> [LabelContent] {
        (0..<min(12, stock.capacity)).map { index in
            let names = stock.row.labelHeight < 15_000 ? [("", "Cupertino")] : longNames
            let (placement, name) = names[index % names.count]
            return LabelContent(
                url: "https://ex.am/s/\(index)?tag=T-\(index)", tag: "T-\(index)", store: "store-\(index)",
                storeName: name, placement: placement)
        }
    }

    @Test(arguments: LabelStock.builtInRows)
    func `nothing is drawn near the edge of a label or between labels`(row: StockRow) throws {
        let stock = try LabelStock(row)
        var page = try MadeSheet(Self.labels(for: stock), on: stock, settings: Self.settings(for: row)).pages[0]
        // Without the job line, all ink has to be inside the labels.
        page.marginTexts = []
        let context = DrawingContext()
        let whole = try page.picture(of: row, dotsPerInch: 200, on: context)
        let pixel = 25_400.0 / 200
        var inside = 0
        for label in page.labels {
            let inner = label.frame.grown(by: -900)
            let (x, y) = (Int(inner.x / pixel), Int(inner.y / pixel))
            inside += try whole.cropped(
                x: x, y: y, width: Int((inner.right / pixel).rounded(.up)) - x,
                height: Int((inner.bottom / pixel).rounded(.up)) - y
            ).pixels.count { $0 != 255 }
        }
        #expect(inside > 0)
        #expect(whole.pixels.count { $0 != 255 } == inside)
    }

    @Test(arguments: LabelStock.builtInRows)
    func `symbols lie on the dot grid and text keeps out of their quiet zones`(row: StockRow) throws {
        let stock = try LabelStock(row)
        let sheet = try MadeSheet(Self.labels(for: stock), on: stock, settings: Self.settings(for: row))
        try sheet.check()
        for label in sheet.pages[0].labels {
            let module = label.symbol.module
            #expect(module >= Double(Self.settings(for: row).minimumModule))
            #expect((label.symbol.frame.x * 600 / 25_400).truncatingRemainder(dividingBy: 1) < 1e-6)
            #expect(label.symbol.quietFrame.x >= label.frame.x + 900)
            #expect(label.symbol.quietFrame.bottom <= label.frame.bottom)
            #expect(label.texts.allSatisfy { $0.size >= 6 })
        }
    }

    @Test func `on 22805 the symbol takes more than half of the width and the placement is the largest text`()
        throws
    {
        let stock = try LabelStock.builtIn("22805")
        let sheet = try MadeSheet(Samples.labels(3), on: stock, settings: Samples.settings())
        for label in sheet.pages[0].labels {
            #expect(label.symbol.frame.width > 0.5 * label.frame.width)
            let sizes = label.texts.map(\.size)
            #expect(sizes == sizes.sorted(by: >))
            #expect(label.texts.map(\.style) == [.strong, .plain, .monospaced])
        }
    }

    @Test func `a long name first shrinks, then wraps, then loses its middle`() throws {
        let stock = try LabelStock.builtIn("22805")
        func placement(_ text: String) throws -> PlacedText {
            var label = Samples.labels(1)[0]
            label.placement = text
            let sheet = try MadeSheet([label], on: stock, settings: Samples.settings())
            return try #require(sheet.pages[0].labels[0].texts.first)
        }
        let short = try placement("Counter")
        #expect(short.baselines.count == 1)
        let longer = try placement("Entrance, left door 12")
        #expect(longer.baselines.count == 1)
        #expect(longer.size < short.size)
        let long = try placement("Entrance, left door, second pillar")
        #expect(long.baselines.count == 2)
        let longest = try placement(String(repeating: "Entrance, left door, second pillar, ", count: 8) + "12")
        #expect(longest.size == 6)
        #expect(longest.text.hasPrefix("Entrance, left door, second") && longest.text.hasSuffix("pillar, 12"))
        #expect(longest.text.count { $0 == "\u{2026}" } == 1)
    }

    @Test func `a text that must stay whole and does not fit is refused`() throws {
        var label = Samples.labels(1)[0]
        label.callToAction = String(repeating: "Scan to order, then take a seat. ", count: 8)
        let error = Self.refusal(of: label, on: try LabelStock.builtIn("22805"))
        #expect(error?.code == .textDoesNotFit)
        #expect(error?.message == "cannot print the label of tag BEC-1000")
    }

    @Test func `a symbol with too small modules is refused with the arithmetic`() throws {
        let stock = try LabelStock.builtIn("22805")
        var label = Samples.labels(1)[0]
        label.url = "https://brighteggcafe.example/store/" + String(repeating: "a", count: 400)
        let error = Self.refusal(of: label, on: stock)
        #expect(error?.code == .symbolTooSmall)
        #expect(error?.message == "cannot print the symbol of tag BEC-1000")
        #expect(
            error?.reason
                == "0.30 mm per module at 28.0 mm (7 dots at 600 dpi, 89 modules with the quiet zone); 0.40 mm needed")
        #expect(error?.next == "shorten the URL by 223 characters, or use a label of 48 x 48 mm or more")
        // The advice is exact.
        let url = label.url
        label.url = String(url.dropLast(222))
        #expect(
            Self.refusal(of: label, on: stock)?.next
                == "shorten the URL by 1 character, or use a label of 40 x 40 mm or more"
        )
        label.url = String(url.dropLast(223))
        #expect(Self.refusal(of: label, on: stock) == nil)
    }

    @Test func `letters that no font has are refused instead of printed as boxes`() throws {
        let stock = try LabelStock.builtIn("22805")
        var label = Samples.labels(1)[0]
        label.storeName = "Store \u{10fffd}"
        let error = Self.refusal(of: label, on: stock)
        #expect(error?.code == .glyphsMissing)
    }

    @Test(arguments: ["Table\n4", "Table\u{0}4", "Table\u{2028}4"])
    func `control characters are refused`(placement: String) throws {
        let stock = try LabelStock.builtIn("22805")
        var label = Samples.labels(1)[0]
        label.placement = placement
        let error = Self.refusal(of: label, on: stock)
        #expect(error?.code == .textUnprintable)
    }

    @Test func `a label without a tag or a store is refused`() throws {
        let stock = try LabelStock.builtIn("22805")
        for field in [\LabelContent.tag, \.store] {
            var label = Samples.labels(1)[0]
            label[keyPath: field] = ""
            let error = Self.refusal(of: label, on: stock)
            #expect(error?.code == .contentIncomplete)
        }
    }

    /// Why a sheet with this label is refused; nil when it is not.
    private static func refusal(of label: LabelContent, on stock: LabelStock) -> LabelsError? {
        do {
            _ = try MadeSheet([label], on: stock, settings: Samples.settings())
            return nil
        } catch {
            return error as? LabelsError
        }
    }
}
