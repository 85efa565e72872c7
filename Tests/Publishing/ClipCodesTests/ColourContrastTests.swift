import ClipCodes
import Faults
import Testing

struct ColourContrastTests {
    /// The colours that Apple's generator offers beside white (appclipcodegenerator 1.0, `templates`).
    @Test(arguments: ["000000", "777777", "FF3B30", "EE7733", "33AA22", "00A6A1", "007AFF", "5856D6", "CC73E1"])
    func `each pair of Apple's own is taken`(_ colour: String) {
        for (background, foreground) in [("FFFFFF", colour), (colour, "FFFFFF")] {
            #expect(throws: Never.self) {
                try ClipCodeRequest(
                    tag: "t", url: "https://a.example/", background: background, foreground: foreground)
            }
        }
    }

    @Test(arguments: [
        ("FFFFFF", "FFFF00", "1"), ("FFFFFF", "C0C0C0", "1.8"), ("000000", "2A2A2A", "1.4"),
        ("FF0000", "00A000", "1.1"),
    ])
    func `two colours that a camera cannot tell apart are refused`(
        _ background: String, _ foreground: String, _ start: String
    ) throws {
        let error = try #require(throws: ClipCodesError.self) {
            try ClipCodeRequest(tag: "t", url: "https://a.example/", background: background, foreground: foreground)
        }
        #expect(
            error.code == .requestInvalid && error.reason.hasPrefix("their contrast is \(start)"), "\(error.reason)")
    }

    @Test func `black on white is 21 to 1, whichever is which`() {
        #expect(abs(ColourContrast.ratio("000000", "FFFFFF") - 21) < 1e-9)
        #expect(ColourContrast.ratio("FFFFFF", "000000") == ColourContrast.ratio("000000", "FFFFFF"))
    }
}
