import Foundation
import SymbolDecoding

@testable import Labels

/// A sheet with its pages, made the way a run makes them, one by one.
struct MadeSheet {
    let sheet: Sheet
    var pages: [SheetPage]

    init(_ labels: [LabelContent], on stock: LabelStock, settings: SheetSettings) throws {
        sheet = try Sheet(labels, on: stock, settings: settings)
        let context = DrawingContext()
        pages = []
        for number in 1...sheet.pageCount { pages.append(try sheet.page(number, on: context)) }
    }

    /// Reads every page back.
    func check(by check: SheetCheck = .both) throws {
        let context = DrawingContext()
        for page in pages {
            try page.check(on: sheet.stock, smallestModule: sheet.settings.minimumModule, by: check, context: context)
        }
    }
}

extension Sheet {
    /// The files of the sheet, made in a folder of their own, and the report.
    func made(
        _ outputs: (String) -> [SheetOutput], check: SheetCheck? = .zbar
    ) async throws -> (report: SheetReport, files: [[UInt8]]) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "labels-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let finished = try await make(outputs(folder.path), check: check)
        try finished.publish()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let files = try finished.paths.map { try [UInt8](Data(contentsOf: URL(fileURLWithPath: $0.place))) }
        precondition(names.count == files.count, "\(names) are more than what was published")
        return (finished.report, files)
    }

    func pdf() async throws -> [UInt8] { try await made { [.pdf(path: "\($0)/a.pdf")] }.files[0] }

    func report() async throws -> SheetReport { try await made { _ in [] }.report }
}
