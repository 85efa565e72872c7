internal import Audit
internal import Foundation
internal import Languages
internal import Registry

/// The texts of the report's page and of checklists: a table for each language.
enum ReportTexts {
    /// Every language with the page's texts and those of the findings that it has, by tag.
    static func json(for words: [FindingWords]) throws -> [UInt8] {
        var wanted: Set<String> = ["sentence.join", "list.comma", "list.last"]
        for sentence in words.flatMap({ $0.message + $0.next }) {
            wanted.formUnion(sentence.keys)
        }
        wanted.formUnion(wanted.map { "\($0).one" })
        var all: [String: [String: String]] = [:]
        for language in TextLanguage.allCases {
            let said = try TextTable(language, json: FindingTexts.json(language)).texts.filter {
                wanted.contains($0.key)
            }
            all[language.tag] = try table(language).texts.merging(said) { own, _ in own }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(all))
    }

    static func table(_ language: TextLanguage) throws -> TextTable {
        try TextTable(language, json: bytes(language))
    }

    private static func bytes(_ language: TextLanguage) -> [UInt8] {
        switch language {
        case .english: PackageResources.en_json
        case .korean: PackageResources.ko_json
        case .japanese: PackageResources.ja_json
        case .spanish: PackageResources.es_json
        case .german: PackageResources.de_json
        case .french: PackageResources.fr_json
        }
    }
}
