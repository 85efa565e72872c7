import Faults
import Foundation
import SymbolDecoding
import Testing

@testable import Labels

/// Sheets of codes that others drew. The drawings here have the shape of Apple's: a ground, rings of arcs with round
/// ends, a glyph. They carry nothing.
@Suite struct CodeSheetTests {
    static func svg(_ seed: Int, background: String = "FFFFFF", foreground: String = "000000", badge: Bool = false)
        -> [UInt8]
    {
        var arcs = ""
        for ring in 0..<5 {
            let radius = 177.2016 + 46.9 * Double(ring)
            arcs += "<g name=\"ring-\(ring + 1)\" transform=\"rotate(\(-60 - 7 * ring) 400 400)\">"
            for arc in 0..<9 where (arc * 7 + ring * 5 + seed * 3) % 4 != 0 {
                let (from, to) = (Double(arc) * 40, Double(arc) * 40 + 12 + Double((arc + seed) % 3) * 8)
                func point(_ degrees: Double) -> String {
                    let angle = degrees * .pi / 180
                    return "\(400 + radius * cos(angle)) \(400 + radius * sin(angle))"
                }
                let colour = (arc + seed) % 2 == 0 ? foreground : "888888"
                arcs +=
                    "<path d=\"M \(point(from)) A \(radius) \(radius) 0 0 1 \(point(to))\" style=\"fill:none;"
                    + "stroke:#\(colour);stroke-linecap:round;stroke-miterlimit:10;stroke-width:23.5px\"/>"
            }
            arcs += "</g>"
        }
        let extent = badge ? "0 0 800 1000" : "0 0 800 800"
        let foot = badge ? "<path d=\"M100 880h600v80h-600z\" style=\"fill:#\(foreground)\"/>" : ""
        return Array(
            """
            <?xml version="1.0" encoding="utf-8"?>
            <svg data-design="Fingerprint" data-payload="https://appclip.fruta.example/\(seed)" viewBox="\(extent)"
             xmlns="http://www.w3.org/2000/svg"><title>App Clip Code</title>
            <circle cx="400" cy="400" id="Background" r="400" style="fill:#\(background)"/>
            <g id="Markers">\(arcs)</g>
            <g id="Logo" data-logo-type="Camera"><path d="M320 350h160v110h-160z" style="fill:#\(foreground)"/></g>
            \(foot)</svg>
            """.utf8)
    }

    static func drawings(_ count: Int, badge: Bool = false) -> [CodeDrawing] {
        let colours = [("FFFFFF", "000000"), ("FF3B30", "FFFFFF"), ("1D1D1F", "FFFFFF")]
        return (0..<count).map { index in
            let (background, foreground) = colours[index % 3]
            return CodeDrawing(
                svg: svg(index, background: background, foreground: foreground, badge: badge),
                file: "FRT-\(100 + index).svg", url: "https://appclip.fruta.example/shop?p=\(100 + index)&p1=a",
                tag: "FRT-\(100 + index)", store: "cupertino", placement: "Table \(index + 1)", width: 800,
                height: badge ? 1_000 : 800, diameter: 800)
        }
    }

    static func sheet(
        _ drawings: [CodeDrawing], _ part: String, smallest: Int = 19_000, start: Int = 1
    ) throws -> CodeSheet {
        var settings = Samples.settings(start: start)
        settings.outlines = true
        return try CodeSheet(
            drawings, on: .builtIn(part), settings: settings, smallestDiameter: smallest)
    }

    /// The white around a code is at least a tenth of its diameter: nothing else of the label, and no edge, is in it.
    @Test(arguments: [
        ("L7165", false), ("5164", false), ("22805", false), ("L7164", false), ("L7163", false), ("L7165", true),
        ("5164", true), ("L7163", true),
    ])
    func `a code is as large as Apple asks, upright, and has its white`(part: String, badge: Bool) throws {
        let sheet = try Self.sheet(Self.drawings(5, badge: badge), part, start: 2)
        for code in try sheet.codes(onPage: 1, context: DrawingContext()) {
            let label = sheet.stock.frame(ofPosition: code.position)
            #expect(code.diameter >= 19_000)
            #expect(abs(code.frame.width / code.frame.height - code.drawing.width / code.drawing.height) < 1e-9)
            let clear = 0.1 * code.diameter
            let white = Frame(
                x: code.frame.x - clear, y: code.frame.y - clear, width: code.frame.width + 2 * clear,
                height: code.frame.height + 2 * clear)
            #expect(white.x >= label.x && white.right <= label.right + 1e-6)
            #expect(white.y >= label.y && white.bottom <= label.bottom + 1e-6)
            for text in code.texts {
                let em = Points.toMicrometres(text.size)
                let top = (text.baselines.map(\.y).min() ?? 0) - em
                let left = text.baselines.map(\.x).min() ?? 0
                #expect(top >= white.bottom - 0.3 * em || left >= white.right - 1, "\(text.text)")
            }
        }
    }

    @Test func `a label that is too small is refused with the arithmetic`() throws {
        for (part, smallest) in [("L4732", 19_000), ("22805", 34_800)] {
            let sheet = try Self.sheet(Self.drawings(1), part, smallest: smallest)
            let error = #expect(throws: LabelsError.self) { try sheet.pdf() }
            #expect(error?.message == "cannot print the code of tag FRT-100")
            #expect(error?.code == .symbolTooSmall || error?.code == .textDoesNotFit)
        }
        let sheet = try Self.sheet(Self.drawings(1), "22805", smallest: 34_800)
        let error = #expect(throws: LabelsError.self) { try sheet.pdf() }
        #expect(error?.reason.hasSuffix("34.8 mm needed") == true, "\(error?.reason ?? "")")
    }

    @Test func `a drawing that librsvg cannot draw is refused`() throws {
        var drawing = Self.drawings(1)[0]
        drawing = CodeDrawing(
            svg: Array("<svg".utf8), file: drawing.file, url: drawing.url, tag: drawing.tag, store: "s",
            placement: "", width: 800, height: 800, diameter: 800)
        let sheet = try Self.sheet([drawing], "L7165")
        let error = #expect(throws: LabelsError.self) { try sheet.pdf() }
        #expect(error?.code == .pictureFailed && error?.message == "cannot draw FRT-100.svg")
    }

    @Test func `the same input gives the same bytes`() throws {
        #expect(
            try Self.sheet(Self.drawings(9), "L7165").pdf().file == Self.sheet(Self.drawings(9), "L7165").pdf().file)
    }

    @Test(.enabled(if: Tool.qpdf.isExpected, "needs qpdf"), .enabled(if: Tool.pdftotext.isExpected, "needs poppler"))
    func `the PDF has paths and no pixels, forbids scaling, and names each code beside it`() throws {
        let (file, report) = try Self.sheet(Self.drawings(10), "L7165").pdf()
        #expect(report.pages == 2 && report.cells.map(\.position) == Array(1...8) + [1, 2] && report.nextStart == 3)
        try Tool.withFile(file, type: "pdf") { path in
            let text = String(
                decoding: try Tool.qpdf.run("--qdf", "--object-streams=disable", path, "-"), as: UTF8.self)
            #expect(text.contains("/PrintScaling /None") && !text.contains("/Subtype /Image"))
            #expect(text.contains("sheet 2"))
            let words = String(decoding: try Tool.pdftotext.run(path, "-"), as: UTF8.self)
            for index in 100..<110 { #expect(words.contains("FRT-\(index).svg")) }
            #expect(words.replacing("\n", with: "").contains("https://appclip.fruta.example/shop?p=109&p1=a"))
        }
    }

    /// As poppler draws it, each code's ground has the place and the size that the report says.
    @Test(.enabled(if: Tool.pdftoppm.isExpected, PrintedSheetTests.needsPoppler))
    func `each code lies where the report says, at its size`() throws {
        let sheet = try Self.sheet(Self.drawings(8), "L7165")
        let codes = try sheet.codes(onPage: 1, context: DrawingContext())
        let picture = try Tool.withFile(try sheet.pdf().file, type: "pdf") {
            try Tool.page(1, ofPDFAt: $0, dotsPerInch: 300)
        }
        // The dark grounds.
        for code in codes where code.position % 3 == 0 {
            let row = Int((code.frame.y + code.frame.height * 0.5) * 300 / 25_400)
            let left = Int((code.frame.x - 2_000) * 300 / 25_400)
            let right = Int((code.frame.right + 1_000) * 300 / 25_400)
            let dark = (left..<right).filter { picture.pixels[row * picture.width + $0] < 128 }
            let width = Double((dark.last ?? 0) - (dark.first ?? 0) + 1) * 25.4 / 300
            #expect(abs(width - code.diameter / 1_000) < 0.2)
        }
    }
}
