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
    private static func refusal(of sheet: MadeSheet) -> LabelsError? {
        do {
            try sheet.check()
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
        #expect(error?.reason.hasPrefix("the label reads as 0 symbols; ") == true)
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
        #expect(error?.reason.hasPrefix("the label reads as 2 symbols; ") == true)
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
}
