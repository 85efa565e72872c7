internal import Languages

/// The texts of the page: a table for each language.
enum ConsoleTexts {
    static func json(_ language: TextLanguage) -> [UInt8] {
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
