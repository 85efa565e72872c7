/// Text from data, made harmless for the place in HTML or XML where it stands.
public enum MarkupText {
    /// For the content of an element or an attribute in quotes. Looks at scalars: a mark that combines with a quote makes
    /// another character of the two, and leaves the quote a quote for whoever parses the page.
    public static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// JSON for a script element, which ends at the first `</script` and changes its meaning at `<!--`, wherever they
    /// stand (HTML, 4.12.1.3): in JSON, `<` occurs in texts only and may be written as `\u003c`.
    public static func scriptSafe(_ json: [UInt8]) -> [UInt8] {
        var safe: [UInt8] = []
        safe.reserveCapacity(json.count)
        for byte in json {
            if byte == UInt8(ascii: "<") { safe += Array("\\u003c".utf8) } else { safe.append(byte) }
        }
        return safe
    }
}
