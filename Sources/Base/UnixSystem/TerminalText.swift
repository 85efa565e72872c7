internal import TextCoding

/// Text that may come from anywhere, such as a daemon, a file or a tag, and is shown on a terminal.
public enum TerminalText {
    /// The text with every character escaped as `\uXXXX` that would move the cursor, change the terminal or turn the
    /// direction of writing: the categories Cc, Zl and Zp without line feed and tab, and the characters of the property
    /// Bidi_Control (Unicode Standard Annex 9). The escape is the one of JSON, so that JSON on a terminal means the same.
    public static func harmless(_ text: String) -> String {
        // Nearly every text is ASCII, and the tables of Unicode are slow.
        guard text.utf8.contains(where: { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 || $0 >= 0x7F }) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isHarmless(scalar) {
                result.append(scalar)
            } else {
                result.append(contentsOf: "\\u\(Hexadecimal.digits(of: scalar.value, count: 4))".unicodeScalars)
            }
        }
        return String(result)
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "\n" || scalar == "\t" { return true }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return false
        case .format: return !properties.isBidiControl
        default: return true
        }
    }
}
