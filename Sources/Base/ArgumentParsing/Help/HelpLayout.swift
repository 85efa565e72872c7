/// Lays out help for a terminal of 80 columns.
enum HelpLayout {
    static let width = 80
    /// Where the second column of a list begins at most.
    private static let farthestColumn = 28

    /// Words in lines that begin with `indent` spaces; a word longer than a line has its own line.
    static func lines(of words: [String], indent: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        for word in words {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(margin + word)
            }
        }
        return lines
    }

    /// Paragraphs, divided by an empty line.
    static func paragraphs(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .split(separator: "")
            .map { lines(of: words(in: $0.joined(separator: " ")), indent: 0).joined(separator: "\n") }
    }

    /// Two columns under a heading; a long entry of the first has the second below it.
    static func list(_ heading: String, _ rows: [(String, String)]) -> String {
        let widest = rows.map(\.0.count).filter { $0 + 4 <= farthestColumn }.max() ?? 0
        let column = min(widest + 4, farthestColumn)
        let entries = rows.flatMap { name, text in
            var lines = lines(of: words(in: text), indent: column)
            if name.count + 4 <= column, !lines.isEmpty {
                lines[0] = "  \(name)" + lines[0].dropFirst(name.count + 2)
                return lines
            }
            return ["  \(name)"] + lines
        }
        return ([heading] + entries).joined(separator: "\n")
    }

    private static func words(in text: String) -> [String] {
        text.split(separator: " ").map(String.init)
    }
}
