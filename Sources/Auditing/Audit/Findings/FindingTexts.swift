package import Languages

/// The texts of findings: a table for each language.
package enum FindingTexts {
    /// What a report and the API say.
    package static let english: TextTable = {
        guard let table = try? TextTable(.english, json: json(.english)) else {
            preconditionFailure("the table of English texts is not JSON")
        }
        return table
    }()

    /// An object of texts by key.
    package static func json(_ language: TextLanguage) -> [UInt8] {
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
