/// A manual page in the language of man(7).
struct ManualPage {
    /// `waymark-batch`.
    let name: String
    let section: Int
    private(set) var text: String

    /// Begins a page. It bears the version instead of a date, so that the same program makes the same page.
    init(name: String, section: Int, abstract: String, program: Program) {
        self.name = name
        self.section = section
        let source = "\(program.root.name) \(program.version)"
        text = ".TH \"\(name.uppercased())\" \(section) \"\" \"\(source)\" \"\"\n.nh\n"
        heading("Name")
        let sentence = abstract.last == "." ? String(abstract.dropLast()) : abstract
        line("\(name) - \(sentence.prefix(1).lowercased())\(sentence.dropFirst())")
    }

    mutating func heading(_ title: String) { text += ".SH \(title.uppercased())\n" }

    mutating func subheading(_ title: String) { text += ".SS \"\(Self.escaped(title))\"\n" }

    mutating func line(_ words: String) { text += Self.escaped(words) + "\n" }

    mutating func lineOfItsOwn(_ words: String) {
        line(words)
        text += ".br\n"
    }

    mutating func paragraphs(_ words: String) {
        for paragraph in words.split(separator: "\n", omittingEmptySubsequences: false).split(separator: "") {
            text += ".PP\n"
            line(paragraph.joined(separator: " "))
        }
    }

    /// A term with its explanation below it.
    mutating func entry(_ term: String, _ explanation: String) {
        text += ".TP\n.B \"\(Self.escaped(term))\"\n"
        line(explanation)
    }

    /// Words that are typed verbatim.
    mutating func example(_ purpose: String, _ commandLine: String) {
        text += ".PP\n"
        line("\(purpose):")
        text += ".PP\n.RS 4\n.EX\n"
        line(commandLine)
        text += ".EE\n.RE\n"
    }

    /// A backslash is roff's own, a hyphen would become another sign, and a dot or quotation mark begins a request.
    private static func escaped(_ words: String) -> String {
        let safe = words.map { character in
            switch character {
            case "\\": "\\e"
            case "-": "\\-"
            case "\"": "\\(dq"
            default: "\(character)"
            }
        }.joined()
        return safe.first == "." || safe.first == "'" ? "\\&\(safe)" : safe
    }
}
