import Foundation
import SymbolDecoding
import Testing

@testable import Labels

enum EmojiFont {
    /// Whether a test may rely on the font. In CI it must: there a missing font is a failure, not a skip.
    static let isExpected =
        FileManager.default.fileExists(atPath: "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf")
        || ProcessInfo.processInfo.environment["CI"] != nil
}

/// Emoji, in a font without outlines: the finished file is drawn by three renderers that share no code with ours.
@Suite(.enabled(if: EmojiFont.isExpected, "needs fonts-noto-color-emoji"))
struct ColourFontTests {
    private static let dotsPerInch = 300

    private static func sheet() throws -> Sheet {
        var labels = Samples.labels(3)
        labels[0].placement = "Fruit \u{1F34E}\u{1F1F0}\u{1F1F7} bar"
        labels[1].storeName = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} Café"
        labels[2].placement = "\u{2615}\u{FE0F}"
        return try Sheet(labels, on: try LabelStock.builtIn("22805"), settings: Samples.settings())
    }

    private static let renderers: [Tool] = [.pdftoppm, .mutool, .ghostscript]

    @Test(
        .enabled(if: renderers.allSatisfy(\.isExpected), "needs poppler-utils, mupdf-tools and ghostscript"),
        arguments: renderers)
    func `each renderer draws the finished file without a word, with ink where the text is`(_ tool: Tool) async throws {
        let sheet = try Self.sheet()
        let pages = try Tool.withFile(try await sheet.pdf(), type: "pdf") { path in
            try tool.drawn(path, dotsPerInch: Self.dotsPerInch)
        }
        // Debian builds MuPDF without colour management, and it says so of every file.
        let complaints = pages.complaints.split(separator: "\n").filter {
            $0 != "warning: ICC support is not available"
        }
        #expect(complaints == [], "\(complaints)")
        let page = try sheet.page(1, on: DrawingContext())
        let expected = try page.picture(of: sheet.stock.row, dotsPerInch: Self.dotsPerInch, on: DrawingContext())
        let dot = 25_400 / Double(Self.dotsPerInch)
        func ink(_ picture: GreyPicture, _ frame: Frame) throws -> Double {
            let part = try picture.cropped(
                x: Int(frame.x / dot), y: Int(frame.y / dot), width: max(1, Int(frame.width / dot)),
                height: max(1, Int(frame.height / dot)))
            return part.pixels.reduce(0) { $0 + Double(255 - $1) } / Double(255 * part.pixels.count)
        }
        for text in page.labels.flatMap(\.texts) {
            for frame in text.frames + text.pictures.map(\.frame) {
                let (drawn, planned) = (try ink(pages.picture, frame), try ink(expected, frame))
                #expect(planned > 0.02, "\(text.text) is not drawn")
                #expect(
                    abs(drawn - planned) < 0.25 * planned + 0.01, "\(tool.name), \(text.text): \(drawn), \(planned)")
            }
        }
        #expect(page.labels.map { $0.texts.flatMap(\.pictures).count } == [2, 1, 1])
    }

    @Test(.enabled(if: Tool.qpdf.isExpected, "needs qpdf"))
    func `emoji are shades of grey, and the PDF says which characters they are`() async throws {
        let sheet = try Self.sheet()
        let text = try Tool.withFile(try await sheet.pdf(), type: "pdf") { path in
            String(decoding: try Tool.qpdf.run("--qdf", "--object-streams=disable", path, "-"), as: UTF8.self)
        }
        #expect(text.matches(of: #/\/Span *<< *\/ActualText/#).count == 3, "\(text)")
        let pictures = try sheet.page(1, on: DrawingContext()).labels.flatMap(\.texts).flatMap(\.pictures)
        for picture in pictures {
            #expect(Set(picture.logo.pixels).count > 20)
            // The border is white: nothing of the glyph is cut.
            #expect(picture.logo.pixels.prefix(picture.logo.width).allSatisfy { $0 == 255 })
        }
    }

    @Test func `a sheet with emoji is checked as any other`() throws {
        let sheet = try Self.sheet()
        try sheet.page(1, on: DrawingContext()).check(
            on: sheet.stock, smallestModule: sheet.settings.minimumModule, by: .both, context: DrawingContext())
    }
}
