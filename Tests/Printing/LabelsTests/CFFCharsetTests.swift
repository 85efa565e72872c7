import Foundation
import Testing

@testable import Labels

/// Which codes a PDF has for the glyphs of fonts with CFF outlines.
@Suite struct CFFCharsetTests {
    /// A CFF table with no more than what is read: its glyphs draw nothing.
    private static func table(_ charset: [UInt8], glyphs: Int = 4, isKeyed: Bool = true) -> [UInt8] {
        let registry: [UInt8] = isKeyed ? [28, 1, 135, 28, 1, 136, 139, 12, 30] : []
        let length = registry.count + 12
        let start = 4 + 6 + 5 + length + 4
        func number(_ value: Int) -> [UInt8] {
            [29] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
        }
        // The header, a list of one name, and a list of one dictionary.
        var table: [UInt8] = [1, 0, 4, 1]
        table += [0, 1, 1, 1, 2, UInt8(ascii: "A")]
        table += [0, 1, 1, 1, UInt8(1 + length)]
        table += registry
        table += number(start) + [15]
        table += number(start + charset.count) + [17]
        // No texts and no subroutines.
        table += [0, 0, 0, 0]
        table += charset
        table += [0, UInt8(glyphs), 1]
        table += (1...glyphs + 1).map { UInt8($0) }
        table += [UInt8](repeating: 14, count: glyphs)
        return table
    }

    @Test(
        arguments: [
            ([0, 0, 5, 0, 9, 1, 0], [0, 5, 9, 256]), ([1, 0, 5, 1, 0, 20, 0], [0, 5, 6, 20]),
            ([2, 0, 7, 0, 2], [0, 7, 8, 9]), ([2, 0, 7, 255, 255], [0, 7, 8, 9]), ([2, 0, 1, 0, 2], [0, 1, 2, 3]),
        ] as [([UInt8], [UInt16])])
    func `each form of a charset gives the identifiers of the glyphs`(charset: [UInt8], expected: [UInt16]) throws {
        let read = try #require(CFFCharset(Self.table(charset)))
        #expect((0..<4).map { read.identifier(of: $0) } == expected)
        #expect(read.identifier(of: 4) == nil)
    }

    @Test func `a font with names for its glyphs has no identifiers, nor has what is cut or none`() {
        #expect(CFFCharset(Self.table([0, 0, 5, 0, 9, 1, 0], isKeyed: false)) == nil)
        #expect(CFFCharset([]) == nil)
        #expect(CFFCharset(Self.table([3, 0, 5, 0, 9, 1, 0])) == nil)
        let whole = Self.table([2, 0, 7, 0, 2])
        for count in whole.indices { _ = CFFCharset(Array(whole.prefix(count))) }
        #expect(CFFCharset(Array(whole.prefix(40))) == nil)
    }

    private static let cjk = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"

    /// In Noto's own file the identifiers are the glyphs' numbers. Here each is one more.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: cjk), "needs fonts-noto-cjk"))
    func `a PDF calls the glyphs of a CID-keyed font by their identifiers`() throws {
        let face = try FontFace(FontFile(path: Self.cjk, index: 0))
        #expect(face.code(of: 2_000) == 2_000)
        let table = FontSubset.table("CFF ", of: face.face)
        let charset = try #require(CFFTable(bytes: table).topEntries?[.charset])
        var bytes = try Data(contentsOf: URL(fileURLWithPath: Self.cjk))
        let place = try #require(bytes.range(of: Data(table.prefix(256))))
        let start = place.lowerBound + charset
        #expect(Array(bytes[start..<start + 3]) == [2, 0, 1])
        bytes[start + 2] = 2
        try Tool.withFile(Array(bytes), type: "ttc") { path in
            let file = FontFile(path: path, index: 0)
            #expect(try FontFace(file).code(of: 2_000) == 2_001)
            let bodies = try PDFFont(file: file, object: 1, glyphs: [2_000: "A"]).bodies()
            let descendant = String(decoding: bodies[1], as: UTF8.self)
            #expect(descendant.contains("/W[2001[") && descendant.contains("/CIDFontType0"), "\(descendant)")
        }
    }
}
