/// A language of a landing page.
struct PageLanguage: Sendable, Hashable {
    /// Such as `EN`, as App Store Connect spells it.
    let code: String

    /// As HTML has it: `en`.
    var tag: String { code.lowercased() }

    var isRightToLeft: Bool { ["AR", "HE"].contains(code) }

    /// What people who read it call it; the code of another language.
    var name: String { Self.names[code] ?? code }

    private static let names = [
        "AR": "العربية", "CA": "Català", "CS": "Čeština", "DA": "Dansk", "DE": "Deutsch", "EL": "Ελληνικά",
        "EN": "English", "ES": "Español", "FI": "Suomi", "FR": "Français", "HE": "עברית", "HI": "हिन्दी",
        "HR": "Hrvatski", "HU": "Magyar", "ID": "Indonesia", "IT": "Italiano", "JA": "日本語", "KO": "한국어",
        "MS": "Melayu", "NL": "Nederlands", "NO": "Norsk", "PL": "Polski", "PT": "Português", "RO": "Română",
        "RU": "Русский", "SK": "Slovenčina", "SV": "Svenska", "TH": "ไทย", "TR": "Türkçe", "UK": "Українська",
        "VI": "Tiếng Việt", "ZH": "中文",
    ]
}
