import Faults
import SymbolDecoding
import Testing

@Suite struct ZBarDecoderTests {
    /// Version 1, "HTTPS://EX.AM/T/7": drawn by ZXing-C++ 1.4, not by us.
    static let modules = """
        #######.#...#.#######
        #.....#.##.#..#.....#
        #.###.#.#####.#.###.#
        #.###.#.#.#.#.#.###.#
        #.###.#..####.#.###.#
        #.....#.#.#.#.#.....#
        #######.#.#.#.#######
        .....................
        ##..###.....#..#.####
        .###....#.#.#...#..#.
        ##.##.#..##.##...##.#
        .#.....##..##.#....#.
        ..#...#....#..##...##
        ........#...####.##..
        #######..###...#....#
        #.....#.#..##..#.....
        #.###.#.#.##.#....##.
        #.###.#.....#.##.####
        #.###.#....#..#..##..
        #.....#.#####.#.##..#
        #######.##..##.###.##
        """.split(separator: "\n")

    /// The symbol with its quiet zone, `scale` pixels per module, `copies` of it side by side.
    static func picture(scale: Int, quiet: Int, copies: Int = 1, dark: UInt8 = 0) throws -> GreyPicture {
        let light = 255 - dark
        let side = modules.count + 2 * quiet
        let blank = [UInt8](repeating: light, count: side * scale * copies)
        var pixels: [UInt8] = []
        for row in -quiet..<modules.count + quiet {
            guard modules.indices.contains(row) else {
                for _ in 0..<scale { pixels += blank }
                continue
            }
            let edge = [UInt8](repeating: light, count: quiet * scale)
            let inner = modules[row].flatMap { Array(repeating: $0 == "#" ? dark : light, count: scale) }
            let line = Array((0..<copies).map { _ in edge + inner + edge }.joined())
            for _ in 0..<scale { pixels += line }
        }
        return try GreyPicture(width: side * scale * copies, height: side * scale, pixels: pixels)
    }

    @Test(arguments: [3, 4, 7, 14])
    func `a symbol is read at any whole number of pixels per module from three`(scale: Int) throws {
        var decoder = try ZBarDecoder()
        let symbols = try decoder.symbols(in: Self.picture(scale: scale, quiet: 4))
        #expect(symbols.map(\.payload) == [Array("HTTPS://EX.AM/T/7".utf8)])
    }

    @Test func `the corners lie around the modules`() throws {
        var decoder = try ZBarDecoder()
        let symbols = try decoder.symbols(in: Self.picture(scale: 10, quiet: 4))
        let symbol = try #require(symbols.first)
        #expect(symbol.corners.count == 4)
        for corner in symbol.corners {
            #expect([40, 250].contains { abs(corner.x - $0) <= 10 }, "\(corner)")
            #expect([40, 250].contains { abs(corner.y - $0) <= 10 }, "\(corner)")
        }
    }

    @Test func `two symbols with the same payload are two symbols`() throws {
        var decoder = try ZBarDecoder()
        #expect(try decoder.symbols(in: Self.picture(scale: 5, quiet: 4, copies: 2)).count == 2)
    }

    @Test func `a decoder keeps nothing from the picture before`() throws {
        var decoder = try ZBarDecoder()
        #expect(try decoder.symbols(in: Self.picture(scale: 5, quiet: 4)).count == 1)
        let blank = try GreyPicture(width: 100, height: 100, pixels: Array(repeating: 255, count: 10_000))
        #expect(try decoder.symbols(in: blank).isEmpty)
        #expect(try decoder.symbols(in: Self.picture(scale: 5, quiet: 4)).count == 1)
    }

    @Test func `a symbol printed light on dark is not read`() throws {
        var decoder = try ZBarDecoder()
        #expect(try decoder.symbols(in: Self.picture(scale: 5, quiet: 4, dark: 255)).isEmpty)
    }

    @Test func `a picture that is cut out of a larger one is read`() throws {
        var decoder = try ZBarDecoder()
        let two = try Self.picture(scale: 5, quiet: 4, copies: 2)
        let right = try two.cropped(x: two.width / 2, y: 0, width: two.width / 2, height: two.height)
        #expect(try right == Self.picture(scale: 5, quiet: 4))
        #expect(try decoder.symbols(in: right).count == 1)
    }
}

@Suite struct GreyPictureTests {
    @Test(arguments: [(0, 0, 0), (2, 2, 3), (2, 2, 5), (65_536, 1, 65_536), (-1, -1, 1)])
    func `a picture whose sides and bytes disagree is refused`(width: Int, height: Int, bytes: Int) {
        let error = #expect(throws: SymbolDecodingError.self) {
            try GreyPicture(width: width, height: height, pixels: Array(repeating: 0, count: bytes))
        }
        #expect(error?.code == .pictureInvalid)
    }

    @Test func `a crop is clipped to the picture`() throws {
        let picture = try GreyPicture(width: 3, height: 2, pixels: [1, 2, 3, 4, 5, 6])
        #expect(try picture.cropped(x: 1, y: -1, width: 9, height: 2).pixels == [2, 3])
        #expect(throws: SymbolDecodingError.self) { try picture.cropped(x: 3, y: 0, width: 1, height: 1) }
    }
}
