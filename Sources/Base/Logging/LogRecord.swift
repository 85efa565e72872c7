internal import TextCoding

/// What one log line says, before it is laid out.
public struct LogRecord: Sendable, Equatable {
    public let level: Logger.Level
    public let label: String
    public let message: String
    public let metadata: Logger.Metadata

    /// One line without its end: `level label: message key=value`, keys in alphabetical order.
    ///
    /// Control characters are escaped everywhere, so that text from a tag, a file or the network can neither begin
    /// a line of its own nor drive a terminal; a metadata value that could be misread as more than one is quoted.
    public var line: String { "\(level.rawValue) \(text)" }

    /// The line without its level, for a journal that keeps that itself.
    public var text: String {
        let facts = metadata.sorted { $0.key < $1.key }
            .map { " \(escapedWord($0.key))=\(escapedWord($0.value))" }
        return "\(escaped(label)): \(escaped(message))\(facts.joined())"
    }
}

/// The text as it is, if it reads as one word; else escaped between quotation marks.
private func escapedWord(_ text: String) -> String {
    let isOneWord = !text.isEmpty && !text.unicodeScalars.contains { " =\"".unicodeScalars.contains($0) }
    if isOneWord { return escaped(text) }
    return "\"\(escaped(text, quotationMarks: true))\""
}

/// The text with every scalar escaped that would end a line, move a cursor, turn the writing direction or hide.
private func escaped(_ text: String, quotationMarks: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\\": result += "\\\\"
        case "\"" where quotationMarks: result += "\\\""
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case _ where VisibleText.isHidden(scalar): result += VisibleText.escape(scalar)
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}
