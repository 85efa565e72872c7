/// Strings of JSON (RFC 8259, section 7).
package enum JSONString {
    /// The text between quotation marks; what JSON must escape is escaped, and nothing else.
    package static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case "\0"..<" ": quoted += "\\u" + Hexadecimal.digits(of: scalar.value, count: 4)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
