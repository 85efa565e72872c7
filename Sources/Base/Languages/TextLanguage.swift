/// A language in which pages, reports and findings are said. Each module with texts has a table for each of them
/// (`Texts/de.json`); English is the one of the command line and of the API.
package enum TextLanguage: String, Sendable, CaseIterable {
    case english = "en"
    case korean = "ko"
    case japanese = "ja"
    case spanish = "es"
    case german = "de"
    case french = "fr"

    /// BCP 47.
    package var tag: String { rawValue }

    /// Whether a count takes the form for one (CLDR's plural rules, category `one`; those for millions are not used).
    func isOne(_ count: Int) -> Bool {
        switch self {
        case .english, .spanish, .german: count == 1
        case .french: count == 0 || count == 1
        case .korean, .japanese: false
        }
    }

    /// Whether texts have a form for one of their own.
    package var hasSingular: Bool { isOne(1) }
}
