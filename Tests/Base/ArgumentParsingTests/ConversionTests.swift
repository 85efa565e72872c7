import ArgumentParsing
import Testing

@Suite struct `A conversion` {
    @Test(arguments: [
        ("1", 1), ("65", 65), ("+7", 7), ("007", 7), ("0", nil), ("66", nil), ("-1", nil), ("x", nil),
        ("", nil),
        ("1.0", nil), ("99999999999999999999", nil),
    ])
    func `to a whole number keeps to its range`(text: String, value: Int?) {
        #expect(read(Option.required("n", .integer(in: 1...65), help: ""), text) == value)
    }

    @Test(arguments: [
        ("0", 0), ("0.25", 0.25), ("1", 1), ("1.01", nil), ("nan", nil), ("inf", nil), ("0,5", nil),
        ("", nil),
    ])
    func `to a number keeps to its range`(text: String, value: Double?) {
        #expect(read(Option.required("n", .number(in: 0...1), help: ""), text) == value)
    }

    @Test func `says what it takes`() {
        #expect(Conversion.number(in: 0...0.5).expectation == "a number from 0 to 0.5")
        #expect(Conversion.choice(of: Bakery.Crust.self).expectation == "one of soft, hard")
        #expect(Conversion.choice(of: Bakery.Crust.self).completion == .choices(["soft", "hard"]))
        #expect(Conversion.file.completion == .files)
        #expect(Conversion.folder.completion == .folders)
    }

    private func read<Value>(_ option: Option<Value>, _ text: String) -> Value? {
        try? option.read([[text]])
    }
}
