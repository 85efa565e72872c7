import Faults
import Labels
import Testing

@Suite struct SymbolPNGTests {
    /// Type and data of each chunk of a PNG.
    static func chunks(of file: [UInt8]) -> [(type: String, data: [UInt8])] {
        var chunks: [(String, [UInt8])] = []
        var rest = file.dropFirst(8)
        while rest.count >= 12 {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            chunks.append(
                (
                    String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self),
                    Array(rest.dropFirst(8).prefix(length))
                ))
            rest = rest.dropFirst(12 + length)
        }
        return chunks
    }

    @Test func `the file says its size, depth, resolution, URL and tag`() throws {
        let file = try QRSymbol("https://ex.am/t/abcdefghjklm").png(
            tag: "T-7", pixelsPerModule: 5, dotsPerInch: 300)
        #expect(file.prefix(8) == [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
        let chunks = Self.chunks(of: file)
        #expect(chunks.map(\.type) == ["IHDR", "pHYs", "tEXt", "tEXt", "IDAT", "IEND"])
        // Version 3: (29 + 8) * 5 = 185 pixels a side, 1 bit, grey.
        #expect(chunks[0].data == [0, 0, 0, 185, 0, 0, 0, 185, 1, 0, 0, 0, 0])
        // 300 dpi = 11811 pixels per metre, unit metre.
        #expect(chunks[1].data == [0, 0, 0x2e, 0x23, 0, 0, 0x2e, 0x23, 1])
        #expect(chunks[2].data == Array("URL\u{0}https://ex.am/t/abcdefghjklm".utf8))
        #expect(chunks[3].data == Array("Tag\u{0}T-7".utf8))
    }

    @Test func `a tag identifier outside Latin-1 is kept as UTF-8`() throws {
        let file = try QRSymbol("https://ex.am/t/1").png(tag: "표-7")
        let chunk = try #require(Self.chunks(of: file).first { $0.type == "iTXt" })
        #expect(chunk.data == Array("Tag\u{0}\u{0}\u{0}\u{0}\u{0}표-7".utf8))
    }

    @Test func `the same symbol gives the same bytes`() throws {
        let symbol = try QRSymbol("https://ex.am/t/1")
        #expect(try symbol.png(tag: "T-7") == symbol.png(tag: "T-7"))
    }

    @Test(arguments: [(0, 300), (201, 300), (5, 71), (5, 4_801)])
    func `settings out of range are refused`(pixels: Int, dotsPerInch: Int) throws {
        let symbol = try QRSymbol("https://ex.am/t/1")
        let error = #expect(throws: LabelsError.self) {
            try symbol.png(tag: "T-7", pixelsPerModule: pixels, dotsPerInch: dotsPerInch)
        }
        #expect(error?.code == .settingInvalid)
    }

    @Test(.enabled(if: Tool.reader.isExpected, "needs ZXingReader (zxing-cpp-tools)"), arguments: [3, 7, 10])
    func `ZXing reads the file`(pixelsPerModule: Int) throws {
        let text = "https://ex.am/t/Case?a=1&b=2"
        let file = try QRSymbol(text).png(tag: "T-7", pixelsPerModule: pixelsPerModule)
        let texts = try Tool.withFile(file, type: "png") { try Tool.texts(inPictureAt: $0) }
        #expect(texts == [text])
    }
}
