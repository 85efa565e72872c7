import Foundation
import Testing

/// Every table of texts (`Texts/de.json`) says the same in its language as the English one.
struct TranslationTests {
    private static let languages: Set = ["en", "ko"]
    /// Languages that have no form for one.
    private static let withoutSingular: Set = ["ko"]
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
            for language in Self.languages.sorted() where language != "en" {
                let other = try table(folder, language)
                let expected = Set(english.keys).filter {
                    !Self.withoutSingular.contains(language) || !$0.hasSuffix(".one")
                }
                let place = "\(folder)/\(language).json"
                #expect(expected.subtracting(other.keys).sorted() == [], "missing in \(place)")
                #expect(Set(other.keys).subtracting(expected).sorted() == [], "superfluous in \(place)")
                for (key, text) in other {
                    #expect(!text.trimmingCharacters(in: .whitespaces).isEmpty || english[key] == text, "\(place): \(key)")
                    #expect(places(text) == places(english[key] ?? ""), "\(place): \(key): \(text)")
                }
            }
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
