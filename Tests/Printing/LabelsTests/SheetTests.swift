import Faults
import SymbolDecoding
import Testing

@testable import Labels

@Suite struct SheetTests {
    @Test func `labels go row by row from the start position to the next sheet`() async throws {
        let stock = try LabelStock.builtIn("22805")
        let sheet = try Sheet(Samples.labels(25), on: stock, settings: Samples.settings(start: 3))
        let report = try await sheet.report()
        #expect(sheet.pageCount == 2)
        #expect(report.pages == 2)
        #expect(report.cells.map(\.tag) == Samples.labels(25).map(\.tag))
        let places = report.cells.map { [$0.page, $0.row, $0.column, $0.position] }
        #expect(places[0] == [1, 1, 3, 3])
        #expect(places[2] == [1, 2, 1, 5])
        #expect(places[21] == [1, 6, 4, 24])
        #expect(places[22] == [2, 1, 1, 1])
        #expect(report.nextStart == 4)
    }

    @Test func `a full sheet goes on with a new one`() async throws {
        let stock = try LabelStock.builtIn("5163")
        let sheet = try Sheet(Samples.labels(10), on: stock, settings: Samples.settings())
        #expect(sheet.pageCount == 1)
        #expect(try await sheet.report().nextStart == 1)
    }

    @Test func `the report says how large each symbol is`() async throws {
        let stock = try LabelStock.builtIn("22805")
        let sheet = try Sheet(Samples.labels(1), on: stock, settings: Samples.settings())
        let cell = try #require(await sheet.report().cells.first)
        // 56 characters: version 4 at M, 33 modules; 15 dots of 600 dpi are 0.635 mm.
        #expect(cell.version == 4)
        #expect(cell.level == .medium)
        #expect(cell.modules == 33)
        #expect(cell.millimetresPerModule == 0.635)
        #expect(cell.largestScanningDistance == 209.55)
    }

    @Test(arguments: [0, 25, -1])
    func `a start outside the sheet is refused`(start: Int) async throws {
        let stock = try LabelStock.builtIn("22805")
        let error = #expect(throws: LabelsError.self) {
            try Sheet(Samples.labels(1), on: stock, settings: Samples.settings(start: start))
        }
        #expect(error?.code == .settingInvalid)
        #expect(error?.reason == "a sheet of 22805 has labels 1 to 24")
    }

    @Test func `a sheet without labels is refused`() async throws {
        let stock = try LabelStock.builtIn("22805")
        let error = #expect(throws: LabelsError.self) {
            try Sheet([], on: stock, settings: Samples.settings())
        }
        #expect(error?.code == .noLabels)
    }

    @Test func `a tag is printed once unless repeats are asked for`() async throws {
        let stock = try LabelStock.builtIn("22805")
        let twice = Samples.labels(1) + Samples.labels(1)
        var settings = Samples.settings()
        let error = #expect(throws: LabelsError.self) { try Sheet(twice, on: stock, settings: settings) }
        #expect(error?.code == .tagRepeated)
        #expect(error?.message == "cannot print tag BEC-1000 twice")
        settings.allowsRepeatedTags = true
        #expect(try await Sheet(twice, on: stock, settings: settings).report().cells.count == 2)
    }

    @Test func `the same input gives the same bytes`() async throws {
        let stock = try LabelStock.builtIn("22805")
        func files() async throws -> [[UInt8]] {
            try await Sheet(Samples.labels(60), on: stock, settings: Samples.settings()).made {
                [.pdf(path: "\($0)/a.pdf"), .pictures(path: "\($0)/a.png", dotsPerInch: 100)]
            }.files
        }
        let first = try await files()
        // A PDF and three pages.
        #expect(first.count == 4)
        #expect(try await files() == first)
    }

    @Test func `a page as a picture says its resolution`() async throws {
        let stock = try LabelStock.builtIn("L7120")
        let sheet = try Sheet(Samples.labels(1), on: stock, settings: Samples.settings())
        let file = try await sheet.made { [.pictures(path: "\($0)/a.png", dotsPerInch: 300)] }.files[0]
        let chunks = SymbolPNGTests.chunks(of: file)
        // A4 at 300 dpi: 2481 x 3508 pixels, 8 bits, grey.
        #expect(chunks[0].data == [0, 0, 0x09, 0xb1, 0, 0, 0x0d, 0xb4, 8, 0, 0, 0, 0])
        #expect(chunks[1].type == "pHYs")
        #expect(chunks[1].data == [0, 0, 0x2e, 0x23, 0, 0, 0x2e, 0x23, 1])
        await #expect(throws: LabelsError.self) {
            try await sheet.made { [.pictures(path: "\($0)/a.png", dotsPerInch: 601)] }
        }
    }
}
