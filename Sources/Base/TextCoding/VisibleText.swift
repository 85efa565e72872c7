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

    /// `\u{1b}`.
    package static func escape(_ scalar: Unicode.Scalar) -> String { "\\u{\(String(scalar.value, radix: 16))}" }
}
