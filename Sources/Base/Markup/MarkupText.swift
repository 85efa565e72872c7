/// Text from data, escaped for its place in HTML or XML.
package enum MarkupText {
    /// For the content of an element or an attribute in quotes. Works on scalars: a combining mark after a quote forms
    /// another character with it, but a parser of the page still sees the quote.
    package static func escaped(_ text: String) -> String {
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
    /// occur (HTML, 4.12.1.3): in JSON, `<` occurs in strings only and may be written as `\u003c`.
    package static func scriptSafe(_ json: [UInt8]) -> [UInt8] {
        var safe: [UInt8] = []
        safe.reserveCapacity(json.count)
        for byte in json {
            if byte == UInt8(ascii: "<") { safe += Array("\\u003c".utf8) } else { safe.append(byte) }
        }
        return safe
    }
}
