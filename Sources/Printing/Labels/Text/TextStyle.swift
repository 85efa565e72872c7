/// A face of type on a label.
enum TextStyle: Sendable, Hashable {
    /// What is read first, from an arm's length.
    case strong
    case plain
    /// Identifiers, which are compared letter by letter.
    case monospaced

    /// Families in order of preference. fontconfig adds others for scripts that these lack.
    var families: String {
        switch self {
        case .strong, .plain: "Noto Sans, Noto Sans Arabic, Noto Sans Hebrew, Noto Sans Thai, DejaVu Sans, Sans"
        case .monospaced: "Noto Sans Mono, DejaVu Sans Mono, Monospace"
        }
    }
}
