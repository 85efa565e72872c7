import Faults
import SymbolDecoding
import Testing

@testable import Labels

@Suite struct SheetCheckTests {
    /// Thirty labels: one full page and six labels.
    private static func sheet() throws -> MadeSheet {
        try MadeSheet(Samples.labels(30), on: .builtIn("22805"), settings: Samples.settings())
    }

    /// Why a sheet is refused; nil when it is not.
    private static func refusal(of sheet: MadeSheet, by check: SheetCheck = .both) -> LabelsError? {
        do {
            try sheet.check(by: check)
            return nil
        } catch {
            return error as? LabelsError
        }
    }

    @Test func `a sheet as it was laid out passes`() throws {
        #expect(Self.refusal(of: try Self.sheet()) == nil)
    }

    @Test func `a sheet with one wrong symbol is refused and the tag is named`() throws {
        var sheet = try Self.sheet()
        let other = sheet.pages[0].labels[4].symbol.symbol
        sheet.pages[1].labels[3].symbol.symbol = other
        let error = Self.refusal(of: sheet)
        #expect(error?.code == .symbolWrong)
        #expect(error?.message == "the symbol of tag BEC-1027 on sheet 2, label 4 is wrong")
        #expect(
            error?.reason == "it reads as \"\(other.text)\"; it should read as "
                + "\"https://brighteggcafe.example/store/cupertino?tag=BEC-1027\"")
    }

    @Test func `a symbol that differs in the case of one letter is refused`() throws {
        var sheet = try Self.sheet()
        let url = sheet.pages[0].labels[0].content.url
        sheet.pages[0].labels[0].symbol.symbol = try QRSymbol(url.replacing("BEC", with: "bEC"))
        let error = Self.refusal(of: sheet)
        #expect(error?.code == .symbolWrong)
    }

    @Test func `a symbol on the wrong label is refused`() throws {
        var sheet = try Self.sheet()
        let free = try LabelStock.builtIn("22805").frame(ofPosition: 20)
        let placed = sheet.pages[1].labels[5].symbol
        sheet.pages[1].labels[5].symbol = PlacedSymbol(
            symbol: placed.symbol, x: Int(free.x * 600 / 25_400) + 100, y: Int(free.y * 600 / 25_400) + 100,
            dotsPerModule: placed.dotsPerModule, dotsPerInch: placed.dotsPerInch)
        let error = Self.refusal(of: sheet)
        #expect(error?.message == "the symbol of tag BEC-1029 on sheet 2, label 6 is wrong")
        #expect(error?.reason.hasPrefix("there are 0 symbols on the label; ") == true)
    }

    @Test func `a second symbol in a label is refused`() throws {
        var sheet = try Self.sheet()
        let intruder = sheet.pages[0].labels[1]
        let small = PlacedSymbol(
            symbol: intruder.symbol.symbol, x: intruder.symbol.x, y: intruder.symbol.y, dotsPerModule: 6,
            dotsPerInch: 600)
        let host = PlacedSymbol(
            symbol: intruder.symbol.symbol, x: intruder.symbol.x + 300, y: intruder.symbol.y + 300,
            dotsPerModule: 6, dotsPerInch: 600)
        sheet.pages[0].labels[1].symbol = small
        var second = sheet.pages[0].labels[1]
        second.symbol = host
        sheet.pages[0].labels.append(second)
        let error = Self.refusal(of: sheet)
        #expect(error?.message == "the symbol of tag BEC-1001 on sheet 1, label 2 is wrong")
        #expect(error?.reason.hasPrefix("there are 2 symbols on the label; ") == true)
    }

    @Test func `ink in a quiet zone is refused although the symbol still reads`() throws {
        var sheet = try Self.sheet()
        let symbol = sheet.pages[0].labels[2].symbol.frame
        let line = Frame(x: symbol.x - 500, y: symbol.y - 500, width: 100, height: 100)
        sheet.pages[0].lines += RuledLine.around(line)
        let error = Self.refusal(of: sheet)
        #expect(error?.message == "the symbol of tag BEC-1002 on sheet 1, label 3 is wrong")
        #expect(error?.reason.hasPrefix("there is ink in its quiet zone; ") == true)
    }

    /// A fault in the composition or drawing of a page, and the beginning of the error's reason.
    struct PlantedFault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reason: String
        let plant: @Sendable (inout SheetPage) throws -> Void
    }

    private static func moved(_ placed: PlacedSymbol, x: Int = 0, y: Int = 0, dotsPerModule: Int? = nil) -> PlacedSymbol
    {
        PlacedSymbol(
            symbol: placed.symbol, x: placed.x + x, y: placed.y + y,
            dotsPerModule: dotsPerModule ?? placed.dotsPerModule, dotsPerInch: placed.dotsPerInch)
    }

    private static func with(
        _ label: PlacedLabel, frame: Frame? = nil, symbol: PlacedSymbol? = nil, logos: [PlacedLogo] = [],
        texts: [PlacedText]? = nil
    ) -> PlacedLabel {
        PlacedLabel(
            content: label.content, position: label.position, frame: frame ?? label.frame,
            symbol: symbol ?? label.symbol, logos: logos, texts: texts ?? label.texts)
    }

    static let faults = [
        PlantedFault(
            testDescription: "shifted by a dot over the edge", reason: "its quiet zone reaches beyond the label"
        ) {
            let symbol = $0.labels[3].symbol
            let beyond = Int(($0.labels[3].frame.right - symbol.quietFrame.right) * 600 / 25_400) + 2
            $0.labels[3].symbol = moved(symbol, x: beyond)
        },
        PlantedFault(testDescription: "scaled up", reason: "its quiet zone reaches beyond the label") {
            $0.labels[3].symbol = moved($0.labels[3].symbol, dotsPerModule: 40)
        },
        PlantedFault(testDescription: "scaled down", reason: "a module is 211 um wide, and 400 um are the least") {
            $0.labels[3].symbol = moved($0.labels[3].symbol, dotsPerModule: 5)
        },
        PlantedFault(testDescription: "cut by the page", reason: "its quiet zone reaches beyond the label") {
            $0.labels[0].symbol = moved($0.labels[0].symbol, y: -$0.labels[0].symbol.y - 40)
        },
        PlantedFault(testDescription: "labels swapped", reason: "the label is not at its place on the stock") {
            let (one, other) = ($0.labels[2], $0.labels[3])
            $0.labels[2] = with(one, frame: other.frame, symbol: moved(other.symbol), texts: other.texts)
            $0.labels[3] = with(other, frame: one.frame, symbol: moved(one.symbol), texts: one.texts)
        },
        PlantedFault(testDescription: "symbols swapped", reason: "it reads as") {
            let (one, other) = ($0.labels[2].symbol.symbol, $0.labels[5].symbol.symbol)
            $0.labels[2].symbol.symbol = other
            $0.labels[5].symbol.symbol = one
        },
        PlantedFault(testDescription: "struck through by a hair", reason: "its modules are not as they were encoded") {
            let symbol = $0.labels[3].symbol.frame
            let y = symbol.y + symbol.height * 0.6
            $0.lines.append(RuledLine(x1: symbol.x, y1: y, x2: symbol.right, y2: y))
        },
        PlantedFault(testDescription: "overprinted by its own text", reason: "") {
            let (label, symbol) = ($0.labels[3], $0.labels[3].symbol.frame)
            let texts = label.texts.map { text in
                PlacedText(
                    fitted: text.fitted,
                    baselines: text.baselines.map { _ in .init(x: symbol.x, y: symbol.y + symbol.height / 2) })
            }
            $0.labels[3] = with(label, texts: texts)
        },
        PlantedFault(testDescription: "a neighbour's text in its quiet zone", reason: "there is ink in its quiet zone")
        {
            let (label, symbol) = ($0.labels[4], $0.labels[3].symbol.quietFrame)
            let texts = label.texts.map { text in
                PlacedText(
                    fitted: text.fitted,
                    baselines: text.baselines.map { _ in .init(x: symbol.x + 200, y: symbol.bottom - 200) })
            }
            $0.labels[4] = with(label, texts: texts)
        },
        PlantedFault(testDescription: "a grey logo over a corner", reason: "its modules are not as they were encoded") {
            let (label, symbol) = ($0.labels[3], $0.labels[3].symbol.frame)
            let corner = Frame(
                x: symbol.right - 4 * label.symbol.module, y: symbol.bottom - 4 * label.symbol.module,
                width: 2 * label.symbol.module, height: 2 * label.symbol.module)
            let logo = Logo(width: 2, height: 2, pixels: [200, 200, 200, 200])
            $0.labels[3] = with(label, logos: [PlacedLogo(logo: logo, frame: corner)])
        },
        PlantedFault(testDescription: "another label's symbol over it", reason: "there are 2 symbols on the label") {
            let here = $0.labels[2].symbol
            $0.labels[3].symbol = moved($0.labels[3].symbol, x: here.x - $0.labels[3].symbol.x + 20)
        },
    ]

    @Test(arguments: faults, SheetCheck.allCases)
    func `what a mistake does to a page is found`(fault: PlantedFault, check: SheetCheck) throws {
        var sheet = try Self.sheet()
        try fault.plant(&sheet.pages[0])
        let error = try #require(Self.refusal(of: sheet, by: check))
        #expect(error.code == .symbolWrong)
        #expect(error.reason.hasPrefix(fault.reason), "\(error.reason)")
    }

    /// Each version that a URL of an experience may need.
    @Test func `symbols of every size read at the resolution of the check`() throws {
        let stock = try LabelStock.builtIn("roll-100x150")
        for length in stride(from: 24, through: 1_400, by: 43) {
            let url = "https://b.example/" + String(repeating: "aB3-", count: 350).prefix(length - 18)
            var settings = Samples.settings()
            settings.minimumModule = 250
            let label = LabelContent(url: url, tag: "T", store: "s", storeName: "", placement: "")
            try MadeSheet([label], on: stock, settings: settings).check()
        }
    }

    /// The pictures of the check have a few pixels to the module, however large the modules are.
    @Test(arguments: ["roll-100x150", "roll-200x290"])
    func `a hair through a symbol that fills its page is found`(part: String) throws {
        var sheet = try MadeSheet(Samples.labels(1), on: .builtIn(part), settings: Samples.settings())
        #expect(Self.refusal(of: sheet) == nil)
        let symbol = sheet.pages[0].labels[0].symbol.frame
        let y = symbol.y + symbol.height * 0.6
        sheet.pages[0].lines.append(RuledLine(x1: symbol.x, y1: y, x2: symbol.right, y2: y))
        #expect(Self.refusal(of: sheet)?.reason.hasPrefix("its modules are not as they were encoded; ") == true)
    }

    @Test(arguments: [2, 9, 40])
    func `a logo that carries a QR code is refused, however large its modules are`(scale: Int) async throws {
        let picture = try Samples.picture(of: try QRSymbol("https://other.example/"), scale: scale)
        var settings = Samples.settings()
        settings.logo = Logo(width: picture.width, height: picture.height, pixels: picture.pixels)
        let sheet = try Sheet(Samples.labels(1), on: .builtIn("roll-100x150"), settings: settings)
        let error = await #expect(throws: LabelsError.self) { try await sheet.report() }
        #expect(error?.reason == "it carries a QR code, \"https://other.example/\"")
    }
}
