internal import PostgreSQL

/// Texts as the database keeps them: its text cannot hold U+0000, and the registry's may. Each U+0000
/// is kept as U+0010 and a digit, and so is each U+0010, which is hardly ever typed.
enum KeptText {
    private static let escape: Unicode.Scalar = "\u{10}"

    static func kept(_ text: String) -> String {
        // Hardly any text has one.
        guard text.utf8.contains(where: { $0 == 0 || $0 == 0x10 }) else { return text }
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\0": kept.append(contentsOf: [escape, "0"])
            case escape: kept.append(contentsOf: [escape, "1"])
            default: kept.append(scalar)
            }
        }
        return String(kept)
    }

    static func original(_ kept: String) -> String {
        guard kept.utf8.contains(0x10) else { return kept }
        var text = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in kept.unicodeScalars {
            if isEscaped {
                text.append(scalar == "0" ? "\0" : escape)
                isEscaped = false
            } else if scalar == escape {
                isEscaped = true
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }
}

extension PostgresValue {
    static func kept(_ text: String) -> PostgresValue { .text(KeptText.kept(text)) }

    static func kept(_ texts: [String?]) -> PostgresValue { .texts(texts.map { $0.map(KeptText.kept) }) }
}
