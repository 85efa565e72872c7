import SymbolDecoding
import Testing

@Suite struct ZXingDecoderTests {
    private static let payload = [Array("HTTPS://EX.AM/T/7".utf8)]

    @Test(arguments: [2, 3, 7], [false, true])
    func `a symbol is read, with its corners from the upper left on`(scale: Int, isPure: Bool) throws {
        let picture = try ZBarDecoderTests.picture(scale: scale, quiet: 4)
        let symbols = try ZXingDecoder.symbols(in: picture, isPure: isPure)
        #expect(symbols.map(\.payload) == Self.payload)
        let (near, far) = (4 * scale, 25 * scale)
        let corners = [(near, near), (far, near), (far, far), (near, far)]
        for (corner, (x, y)) in zip(try #require(symbols.first).corners, corners) {
            #expect(abs(corner.x - x) <= scale && abs(corner.y - y) <= scale, "\(corner)")
        }
    }

    @Test func `several symbols are several, and no pure one`() throws {
        let two = try ZBarDecoderTests.picture(scale: 5, quiet: 4, copies: 2)
        #expect(try ZXingDecoder.symbols(in: two).count == 2)
        #expect(try ZXingDecoder.symbols(in: two, isPure: true).isEmpty)
    }

    @Test func `a picture without a symbol has none`() throws {
        let blank = try GreyPicture(width: 100, height: 100, pixels: Array(repeating: 255, count: 10_000))
        for isPure in [false, true] { #expect(try ZXingDecoder.symbols(in: blank, isPure: isPure).isEmpty) }
        let dot = try GreyPicture(width: 1, height: 1, pixels: [0])
        for isPure in [false, true] { #expect(try ZXingDecoder.symbols(in: dot, isPure: isPure).isEmpty) }
    }

    @Test func `threads read side by side`() async throws {
        let picture = try ZBarDecoderTests.picture(scale: 3, quiet: 4)
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<50 {
                        let symbols = try ZXingDecoder.symbols(in: picture, isPure: true)
                        #expect(symbols.map(\.payload) == Self.payload)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
