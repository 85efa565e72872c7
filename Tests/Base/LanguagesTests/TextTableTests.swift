import Foundation
import Languages
import Testing

/// Filling the places of a text.
@Suite struct TextTableTests {
    private let table: TextTable

    init() throws {
        let json = """
            {"seen": "{things} of {store} were seen", "seen.one": "{things} of {store} was seen", "things": "{count} tags",
             "things.one": "the tag {tag}", "list.comma": ", ", "list.last": " and ", "far": "{stores}: {distance} on {day}",
             "names": "{names}"}
            """
        table = try TextTable(.english, json: Array(json.utf8))
    }

    @Test(arguments: [(1, "the tag q-1 of Fruta {x} was seen"), (3, "3 tags of Fruta {x} were seen")])
    func `the count chooses the form of the sentence and of what is in it`(_ count: Int, _ expected: String) {
        let things = Sentence("things", ["count": .number(count), "tag": "q-1"])
        let sentence = Sentence("seen", ["count": .number(count), "things": .sentence(things), "store": "Fruta {x}"])
        #expect(table.text(sentence) == expected)
    }

    @Test func `lists, series, distances and days`() {
        let values: [String: Sentence.Value] = [
            "stores": .list(["A", "B", "C"]), "distance": .metres(1_234), "day": .day("2026-11-24"),
        ]
        #expect(table.text("far", values) == "A, B and C: 1.2 km on 2026-11-24")
        #expect(table.text("names", ["names": .series(["A", "B"])]) == "A, B")
        #expect(table.text("names") == "{names}")
        #expect(table.text("nothing") == "nothing")
    }

    @Test func `a sentence is the same after JSON`() throws {
        let sentence = Sentence(
            "key",
            [
                "text": "a", "number": 7, "list": .list(["a", "b"]), "series": .series(["c"]), "metres": .metres(12.5),
                "day": .day("2026-11-24"), "inner": .sentence(Sentence("inner", ["count": 1])),
            ])
        let json = try JSONEncoder().encode(sentence)
        #expect(try JSONDecoder().decode(Sentence.self, from: json) == sentence)
    }
}
