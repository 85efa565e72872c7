internal import Languages

/// The texts of the page: a table for each language.
enum WalkTexts {
    static func json(_ language: TextLanguage) -> [UInt8] {
        switch language {
        case .english: PackageResources.en_json
        case .korean: PackageResources.ko_json
        }
    }
}
