import Faults
import Foundation
import Testing

@testable import Labels

/// A sheet's files until they are in their places.
@Suite struct SheetFilesTests {
    private static let pages = 30

    /// A sheet of so many pages as a PDF and as pictures in a new folder.
    private static func run(_ body: (Sheet, [SheetOutput], String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sheet-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let sheet = try Sheet(
            Samples.labels(pages), on: try LabelStock.builtIn("roll-100x150"), settings: Samples.settings())
        let outputs: [SheetOutput] = [
            .pdf(path: "\(folder)/a.pdf"), .pictures(path: "\(folder)/a.png", dotsPerInch: 72),
        ]
        try await body(sheet, outputs, folder)
    }

    /// How many files of a folder this process has open, the folder itself among them.
    private static func open(in folder: String) throws -> Int {
        let numbers = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        let paths = numbers.compactMap { number in
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
        }
        return paths.count { $0.hasPrefix(folder) }
    }

    @Test func `pictures of pages are not held open, however many there are`() async throws {
        try await Self.run { sheet, outputs, folder in
            let finished = try await sheet.make(outputs, check: nil)
            let places = finished.paths.map(\.place)
            // The PDF and its folder.
            let open = try Self.open(in: folder)
            try finished.publish()
            #expect(open == 2)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(Set(names) == Set(["a.pdf"] + (1...Self.pages).map { "a-\($0).png" }))
            #expect(Set(places) == Set(names.map { "\(folder)/\($0)" }))
        }
    }

    @Test func `what is not published is removed`() async throws {
        try await Self.run { sheet, outputs, folder in
            let pages = try await sheet.make(outputs, check: nil).report.pages
            #expect(pages == Self.pages)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }

    @Test func `a folder in the place of a picture is refused`() async throws {
        try await Self.run { sheet, outputs, folder in
            try FileManager.default.createDirectory(atPath: "\(folder)/a-7.png", withIntermediateDirectories: false)
            let error = await #expect(throws: LabelsError.self) { _ = try await sheet.make(outputs, check: nil) }
            #expect(error?.message == "cannot write \(folder)/a-7.png" && error?.reason == "it is a folder")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a-7.png"])
        }
    }
}
