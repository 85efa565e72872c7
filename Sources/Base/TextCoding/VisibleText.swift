/// Text in which nothing is hidden: for lines of a log, of source code, of a terminal.
package enum VisibleText {
    /// Every scalar that ``isHidden(_:)`` is written as in Swift's literals, `\u{1b}`.
    package static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if isHidden(scalar) { result += escape(scalar) } else { result.unicodeScalars.append(scalar) }
        }
    }

    /// Whether a scalar would end a line, move a cursor, turn the direction of writing or not be seen: the categories
    /// Cc, Cf, Zl and Zp (Unicode Standard, table 4-4).
    package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Whether a text turns the direction of what is written after it: embeddings, overrides and isolates (Unicode Standard
    /// Annex 9, tables 1 to 3). The marks U+200E, U+200F and U+061C are none of them: Arabic and Hebrew need them, and
    /// they reach no further than their neighbours.
    package static func turnsDirection(_ text: String) -> Bool {
        text.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value) }
    }

    /// `\u{1b}`.
    package static func escape(_ scalar: Unicode.Scalar) -> String { "\\u{\(String(scalar.value, radix: 16))}" }
}
