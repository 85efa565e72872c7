import Faults
import Labels
import Testing

@Suite struct SymbolSVGTests {
    @Test func `the file has one path, its size, the tag and the URL`() throws {
        let symbol = try QRSymbol("https://ex.am/t/1?a=1&b=2")
        let text = String(decoding: try symbol.svg(tag: "T<7>", module: 400), as: UTF8.self)
        let side = symbol.modules.side + 8
        #expect(text.contains("viewBox=\"0 0 \(side) \(side)\""))
        #expect(text.contains("width=\"13.200mm\" height=\"13.200mm\""))
        #expect(text.contains("<title>T&lt;7&gt;</title>"))
        #expect(text.contains("<desc>https://ex.am/t/1?a=1&amp;b=2</desc>"))
        #expect(text.matches(of: #/<path/#).count == 1)
        // The upper left finder pattern begins behind the quiet zone.
        #expect(text.contains("d=\"M4 4h7v1h-7z"))
    }

    @Test func `the path covers the dark modules and no others`() throws {
        let symbol = try QRSymbol("https://ex.am/t/1")
        let text = String(decoding: try symbol.svg(tag: "T"), as: UTF8.self)
        var dark: Set<[Int]> = []
        for run in text.matches(of: #/M(\d+) (\d+)h(\d+)v1/#) {
            guard let x = Int(run.1), let y = Int(run.2), let count = Int(run.3) else { continue }
            for column in x..<x + count { dark.insert([y - 4, column - 4]) }
        }
        for row in 0..<symbol.modules.side {
            for column in 0..<symbol.modules.side {
                #expect(dark.contains([row, column]) == symbol.modules[row, column])
            }
        }
    }

    @Test(arguments: [99, 100_001])
    func `modules out of range are refused`(module: Int) throws {
        let symbol = try QRSymbol("https://ex.am/t/1")
        let error = #expect(throws: LabelsError.self) { try symbol.svg(tag: "T", module: module) }
        #expect(error?.code == .settingInvalid)
    }
}
