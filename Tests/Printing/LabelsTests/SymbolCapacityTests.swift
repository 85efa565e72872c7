import Testing

@testable import Labels

/// The prediction of a level must never change a symbol.
@Suite struct SymbolCapacityTests {
    static let texts: [String] = {
        let bodies = [
            "https://ex.am/s/", "HTTPS://EX.AM/T/", "https://brighteggcafe.example/store/cupertino?tag=", "",
            "https://appclip.example.com/shop?p=123&p1=ab/", "0123456789", "ABC-DEF",
        ]
        let tails = ["", "1", "1234567890123456", "abcdefgh", "ABCDEFGH", "a1b2c3d4e5", "A1B2C3D4E5", "0aA0aA"]
        return bodies.flatMap { body in tails.map { body + $0 } }.filter { !$0.isEmpty }
            + (1...250).map { String(repeating: "a1B-", count: 63).prefix($0).description }
            + (1...250).map { String(repeating: "7", count: $0) }
    }()

    @Test(arguments: ErrorCorrectionLevel.allCases)
    func `a symbol is the one that trying every level gives`(level: ErrorCorrectionLevel) throws {
        for text in Self.texts {
            let symbol = try QRSymbol(text, level: level)
            let (encoding, reached) = try QRSymbol.stepwise(text, level: level)
            #expect(symbol.version == encoding.version, "\(text)")
            #expect(symbol.level == reached, "\(text)")
            #expect(symbol.modules == encoding.modules, "\(text)")
        }
    }

    /// Characters that version and level hold, from the table of the standard.
    @Test(arguments: [
        (1, ErrorCorrectionLevel.low, 17), (3, .medium, 42), (4, .quartile, 46), (5, .high, 44), (7, .low, 154),
    ])
    func `bytes fill a version as the standard says`(version: Int, level: ErrorCorrectionLevel, bytes: Int) throws {
        let full = String(repeating: "a", count: bytes)
        #expect(SymbolCapacity.bound(for: full, level: level)?.version == version)
        #expect(SymbolCapacity.bound(for: full + "a", level: level)?.version == version + 1)
    }

    @Test func `the best split mixes modes`() {
        // 4 + 8 + 8 * 8 bits for the bytes; 4 + 10 + 40 for twelve digits.
        #expect(SymbolCapacity.fewestBits(for: "abcdefgh123456789012") == 76 + 54)
        #expect(SymbolCapacity.fewestBits(for: "a") == 4 + 8 + 8)
        #expect(SymbolCapacity.fewestBits(for: "HELLO") == 4 + 9 + 28)
    }

    @Test(arguments: [(SymbolUse.counter, ErrorCorrectionLevel.medium), (.window, .quartile), (.outdoor, .high)])
    func `the use decides the level`(use: SymbolUse, level: ErrorCorrectionLevel) {
        #expect(use.level == level)
    }
}
