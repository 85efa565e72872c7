import Foundation
import SymbolDecoding
import Testing

@testable import Labels

/// Pages of words before the labels.
@Suite struct PrefaceTests {
    private func preface(items: Int = 3) throws -> Preface {
        try Preface(
            [.title("Work order"), .text("Finding 17"), .heading("At Fruta 강남점"), .task("Take down", detail: "small")]
                + (1...items).map { .item("BEC-\($0)", place: "table \($0)") })
    }

    @Test func `come first, and the labels' pages are counted behind them`() async throws {
        let stock = try LabelStock.builtIn("22805")
        let sheet = try Sheet(
            Samples.labels(25), on: stock, settings: Samples.settings(), preface: try preface(items: 80))
        let made = try await sheet.made {
            [.pdf(path: "\($0)/a.pdf"), .pictures(path: "\($0)/p.png", dotsPerInch: 72)]
        }
        #expect(made.report.pages == 4 && made.files.count == 1 + 4)
        #expect(Set(made.report.cells.map(\.page)) == [3, 4])
        #expect(made.report.cells.count == 25)
    }

    @Test(.enabled(if: Tool.pdfinfo.isExpected, PrintedSheetTests.needsPoppler))
    func `have the paper that is read, whatever the labels are on`() async throws {
        for (part, words) in [
            ("roll-62x29", "595.276 x 841.89"), ("L7120", "595.276 x 841.89"), ("22805", "612 x 792"),
        ] {
            let stock = try LabelStock.builtIn(part)
            let sheet = try Sheet(
                Samples.labels(1), on: stock, settings: Samples.settings(), preface: try preface())
            let (info, text) = try Tool.withFile(try await sheet.pdf(), type: "pdf") { path in
                (
                    String(decoding: try Tool.pdfinfo.run("-f", "1", "-l", "2", path), as: UTF8.self),
                    String(decoding: try Tool.pdftotext.run("-f", "1", "-l", "1", "-layout", path, "-"), as: UTF8.self)
                )
            }
            let sizes = info.split(separator: "\n").filter { $0.contains("size:") && $0.contains("Page") }
            #expect(sizes.count == 2 && sizes[0].contains(words), "\(part): \(sizes)")
            #expect(text.contains("At Fruta 강남점") && text.contains("BEC-3") && text.contains("table 3"))
            _ = try Tool.withFile(try await sheet.pdf(), type: "pdf") { try Tool.qpdf.run("--check", $0) }
        }
    }

    @Test func `may stand alone`() async throws {
        let sheet = try Sheet([], on: try .plainA4(), settings: Samples.settings(), preface: try preface())
        let made = try await sheet.made {
            [.pdf(path: "\($0)/a.pdf"), .pictures(path: "\($0)/p.png", dotsPerInch: 72)]
        }
        #expect(made.report.pages == 1 && made.report.cells.isEmpty && made.report.nextStart == 1)
    }

    @Test func `keep a heading with what follows it, and every line on its page`() throws {
        let context = DrawingContext()
        for items in 28...44 {
            var lines = try preface(items: items).lines
            lines += [.heading("At the end"), .task("Put up", detail: ""), .item("BEC-LAST", place: "door")]
            let paper = Paper.a4
            let pages = try PrefaceLayout.pages(of: try Preface(lines), on: paper, context: context)
            let said = pages.map { $0.marginTexts.map(\.text) }
            #expect(said.flatMap(\.self).count == lines.flatMap(\.texts).count { !$0.isEmpty })
            let page = try #require(said.first { $0.contains("At the end") })
            #expect(page.contains("Put up"), "\(items)")
            for frame in pages.flatMap(\.marginTexts).flatMap(\.frames) {
                #expect(frame.bottom < Double(paper.height) - 10_000 && frame.right < Double(paper.width) - 10_000)
            }
        }
    }

    @Test func `refuse nothing, too much, and what cannot be printed`() {
        for lines: [Preface.Line] in [
            [], [.text("a\nb")], [.text(String(repeating: "x", count: Preface.longestLine + 1))],
        ] {
            #expect(throws: LabelsError.self) { try Preface(lines) }
        }
    }
}
