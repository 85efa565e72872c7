internal import Languages

/// The texts of work orders: a table for each language.
enum OrderTexts {
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
