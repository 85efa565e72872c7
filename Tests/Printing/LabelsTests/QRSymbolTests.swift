import Faults
import Labels
import SymbolDecoding
import Testing

@Suite struct QRSymbolTests {
    /// Byte mode capacities of versions 1 to 7 (ISO/IEC 18004, table 7).
    static let capacities: [(ErrorCorrectionLevel, [Int])] = [
        (.low, [17, 32, 53, 78, 106, 134, 154]),
        (.medium, [14, 26, 42, 62, 84, 106, 122]),
        (.quartile, [11, 20, 32, 46, 60, 74, 86]),
        (.high, [7, 14, 24, 34, 44, 58, 64]),
    ]

    @Test(arguments: capacities)
    func `a text takes the smallest version that holds it`(
        level: ErrorCorrectionLevel, capacities: [Int]
    ) throws {
        for (index, capacity) in capacities.enumerated() {
            let fits = try QRSymbol(String(repeating: "a", count: capacity), level: level)
            #expect(fits.version == index + 1)
            #expect(fits.level == level)
            #expect(fits.modules.side == 17 + 4 * fits.version)
            #expect(
                try QRSymbol(String(repeating: "a", count: capacity + 1), level: level).version == index + 2)
        }
    }

    @Test(arguments: [
        (20, ErrorCorrectionLevel.quartile), (26, .medium), (32, .quartile), (7, .high), (42, .medium),
    ])
    func `the level rises as far as the version allows`(length: Int, level: ErrorCorrectionLevel) throws {
        let symbol = try QRSymbol(String(repeating: "a", count: length))
        #expect(symbol.level == level)
        #expect(symbol.version == (length <= 14 ? 1 : length <= 26 ? 2 : 3))
    }

    @Test(arguments: [
        "https://brighteggcafe.example/Store/Cupertino?Placement=Table%204&tag=BEC-1000",
        "HTTPS://EX.AM/T/ABCDEFGHJKLM", "0123456789", "a~!#$&'()*+,;=@[]{}|\\^`\"<>",
    ])
    func `independent decoders read the text byte for byte`(text: String) throws {
        let picture = try Samples.picture(of: QRSymbol(text))
        var decoder = try ZBarDecoder()
        #expect(try decoder.symbols(in: picture).map(\.payload) == [Array(text.utf8)])
        for isPure in [false, true] {
            #expect(try ZXingDecoder.symbols(in: picture, isPure: isPure).map(\.payload) == [Array(text.utf8)])
        }
    }

    @Test(arguments: ["", "https://ex.am/ä", "https://ex.am/a b", "https://ex.am/\n", "a\u{0}b", "한국"])
    func `a text that a reader could not give back is refused`(text: String) {
        #expect(throws: LabelsError.self) { try QRSymbol(text) }
        let error = #expect(throws: LabelsError.self) { try QRSymbol(text) }
        #expect(error?.code == .textNotASCII)
    }

    @Test func `a text longer than version 40 is refused`() throws {
        #expect(try QRSymbol(String(repeating: "a", count: 2_331)).version == 40)
        let error = #expect(throws: LabelsError.self) { try QRSymbol(String(repeating: "a", count: 2_332)) }
        #expect(error?.code == .textTooLong)
        #expect(error?.message == "cannot make a QR symbol of a text of 2332 characters")
    }

    @Test func `symbols may be made side by side`() async throws {
        let expected = try (0..<64).map { try QRSymbol("https://ex.am/t/\($0)") }
        let made = try await withThrowingTaskGroup(of: (Int, QRSymbol).self) { group in
            for index in 0..<64 {
                group.addTask { (index, try QRSymbol("https://ex.am/t/\(index)")) }
            }
            return try await group.reduce(into: [Int: QRSymbol]()) { $0[$1.0] = $1.1 }
        }
        #expect((0..<64).map { made[$0] } == expected)
    }
}
