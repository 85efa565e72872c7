import Foundation
import Testing

/// Every table of texts (`Texts/de.json`) says the same in its language as the English one.
struct TranslationTests {
    private static let languages: Set = ["en", "ko", "ja", "es", "de", "fr"]
    /// Languages that have no form for one.
    private static let withoutSingular: Set = ["ko", "ja"]
    private static let folders = Result {
        try FileManager.default.subpathsOfDirectory(atPath: Repository.path("Sources"))
            .filter { $0.hasSuffix("/Texts") }.sorted().map { "Sources/\($0)" }
    }

    private func table(_ folder: String, _ language: String) throws -> [String: String] {
        let text = try Repository.text("\(folder)/\(language).json")
        let table = try JSONDecoder().decode([String: String].self, from: Data(text.utf8))
        // JSON's readers take the last of two equal keys without a word.
        #expect(text.matches(of: #/^  "/#.anchorsMatchLineEndings()).count == table.count, "\(folder)/\(language).json")
        return table
    }

    private func places(_ text: String) -> Set<String> {
        Set(text.matches(of: #/\{\w+\}/#).map { String($0.output) })
    }

    @Test func `each folder of texts has every language and nothing else`() throws {
        let folders = try Self.folders.get()
        try #require(folders.count >= 2)
        for folder in folders {
            #expect(try Repository.names(in: folder) == Set(Self.languages.map { "\($0).json" }), "\(folder)")
        }
    }

    @Test func `no text is missing, superfluous, empty or without the places of the English one`() throws {
        for folder in try Self.folders.get() {
            let english = try table(folder, "en")
            // A language without a singular has the other form only.
            let losing = english.filter { key, text in
                key.hasSuffix(".one") && places(text) != places(english[String(key.dropLast(4))] ?? "")
            }
            #expect(losing.keys.sorted() == [], "a form for one with places of its own: \(folder)")
            for language in Self.languages.sorted() where language != "en" {
                let other = try table(folder, language)
                let expected = Set(english.keys).filter {
                    !Self.withoutSingular.contains(language) || !$0.hasSuffix(".one")
                }
                let place = "\(folder)/\(language).json"
                #expect(expected.subtracting(other.keys).sorted() == [], "missing in \(place)")
                #expect(Set(other.keys).subtracting(expected).sorted() == [], "superfluous in \(place)")
                for (key, text) in other {
                    // Japanese sentences follow one another without a space.
                    let mayBeEmpty = key == "sentence.join"
                    #expect(mayBeEmpty || text.contains { !$0.isWhitespace }, "\(place): \(key)")
                    #expect(places(text) == places(english[key] ?? ""), "\(place): \(key): \(text)")
                }
            }
        }
    }

    /// A key that is put together in code begins with a literal.
    @Test func `every text of findings is said, and every finding has its text`() throws {
        let known = try table("Sources/Auditing/Audit/Texts", "en")
        let sources = try Repository.code(in: "Sources/Auditing/Audit/Findings").map(\.text).joined(separator: "\n")
        var named: Set<String> = []
        var beginnings: Set<String> = []
        for match in sources.matches(of: #/(?:Sentence|form)\(\s*"([a-z.-]*)(\\\()?/#) {
            if match.2 != nil { beginnings.insert(String(match.1)) } else { named.insert(String(match.1)) }
        }
        for match in sources.matches(of: #/\? "([a-z.-]+)" : "([a-z.-]+)"/#) {
            named.formUnion([String(match.1), String(match.2)])
        }
        try #require(named.count > 30 && beginnings.count > 5)
        for key in known.keys where !key.hasPrefix("list.") && key != "sentence.join" {
            let base = key.replacing(#/\.(?:one|single)$/#, with: "")
            #expect(named.contains(base) || beginnings.contains { base.hasPrefix($0) }, "not said: \(key)")
        }
        for match in sources.matches(of: #/Sentence\(\s*"([a-z.-]+)"/#) {
            #expect(known[String(match.1)] != nil, "no text: \(match.1)")
        }
    }

    @Test func `what is the same in English is listed, and nothing that is listed differs`() throws {
        var same: Set<String> = []
        for folder in try Self.folders.get() {
            let english = try table(folder, "en")
            for language in Self.languages where language != "en" {
                for (key, text) in try table(folder, language) where text == english[key] && hasWords(text) {
                    same.insert("\(folder.split(separator: "/")[2]) \(language) \(key)")
                }
            }
        }
        #expect(same.subtracting(sameInEnglish).sorted() == [], "not translated")
        #expect(sameInEnglish.subtracting(same).sorted() == [], "translated, or gone")
    }

    /// Whether anything but places is said.
    private func hasWords(_ text: String) -> Bool {
        text.replacing(#/\{\w+\}/#, with: "").contains { $0.isLetter }
    }
}
