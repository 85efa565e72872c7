import TestBench
import Testing

@testable import Storage

/// The order in which many names are looked up: that of the database's index.
@Suite struct `The order of texts by their bytes` {
    private func expectOrder(of texts: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        let sorted = ByteOrder.sorted(texts)
        // Another way to the same: arrays of bytes, compared one by one, and places where texts are equal.
        let expected = texts.indices.sorted { one, other in
            let (first, second) = (Array(texts[one].utf8), Array(texts[other].utf8))
            return first == second ? one < other : first.lexicographicallyPrecedes(second)
        }
        #expect(sorted == expected, sourceLocation: sourceLocation)
    }

    @Test func `has short texts before those that continue them, also where these continue with zeros`() {
        expectOrder(of: [])
        expectOrder(of: [""])
        expectOrder(of: ["b", "", "a\0\0", "a", "a\0", "ab", "a"])
        expectOrder(of: ["https://a.example/12", "https://a.example/1", "https://a.example/"])
    }

    @Test func `is that of bytes where Swift's strings have another one`() {
        expectOrder(of: ["e\u{301}", "\u{E9}", "f", "\u{FFFF}", "\u{10000}", "Z", "z"])
    }

    @Test(arguments: SeededRandom.seeds(40)) func `is the same as that of arrays of bytes`(seed: UInt64) {
        var dice = SeededRandom(seed: seed)
        let common = String(repeating: "x", count: .random(in: 0...12, using: &dice))
        let texts = (0..<300).map { _ in
            let letters = (0..<Int.random(in: 0...20, using: &dice)).map { _ in "ab\0é".randomElement(using: &dice)! }
            return common + String(letters)
        }
        expectOrder(of: texts)
    }
}
