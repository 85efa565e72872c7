import Testing

@testable import StationService

@Suite struct NumberedTests {
    @Test func `numbers begin with 1 and are not given twice`() {
        var letters = Numbered<String>()
        #expect(letters.last == 0)
        #expect(letters.add("a") == 1 && letters.add("b") == 2)
        #expect(letters.remove(2) == "b")
        #expect(letters.add("c") == 3 && letters.last == 3)
        #expect(letters.remove(2) == nil)
        #expect(letters.values.sorted() == ["a", "c"] && letters.count == 2)
        #expect(letters.all.map(\.key).min() == 1)
    }

    @Test func `a value is changed and taken out under its number, and none comes under a free one`() {
        var letters = Numbered<String>()
        let number = letters.add("a")
        letters[number]? += "b"
        #expect(letters[number] == "ab")
        letters[number] = nil
        letters[number] = "c"
        letters[7] = "d"
        #expect(letters[number] == nil && letters[7] == nil && letters.count == 0)
    }

    @Test func `numbers for clients are others in each run, and JSON holds them exactly`() {
        let first = (0..<100).map { _ in
            var run = Numbered<String>.forClients()
            return run.add("a")
        }
        #expect(Set(first).count == 100)
        #expect(first.allSatisfy { $0 > 0 && Int(exactly: Double($0)) == $0 && $0 < 1 << 53 })
    }
}
