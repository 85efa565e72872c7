internal import Faults

extension Program {
    /// Files that a package carries are made from the table: `--generate-completion-script SHELL` and
    /// `--generate-manual PAGE`, alone on the line. They are for packagers, so help does not show them.
    func generated(_ words: [String]) throws(UsageError) -> String? {
        guard let word = words.first else { return nil }
        if let shell = try value(of: Program.completionOption, word, words) { return completionScript(for: shell) }
        if let name = try value(of: Program.manualOption, word, words) {
            let pages = manualPages
            if name == Program.listOfPages { return pages.map { "\($0.name).\($0.section)\n" }.joined() }
            guard let page = pages.first(where: { $0.name == name }) else {
                throw .invalidValue(
                    of: Program.manualOption.parameter,
                    InvalidValue(text: name, expectation: "a page of: \(root.name) --generate-manual list"),
                    at: ArgumentPosition(program: self))
            }
            return page.text
        }
        return nil
    }

    private static let listOfPages = "list"
    private static let completionOption = Option.required(
        "generate-completion-script", .choice(of: CompletionShell.self), help: "print a shell's completion script")
    private static let manualOption = Option.required(
        "generate-manual", .text, valueName: "PAGE", help: "print a manual page, or the list of them")

    private func value<Value>(
        of option: Option<Value>, _ word: String, _ words: [String]
    ) throws(UsageError) -> Value? {
        guard word == option.parameter.label else { return nil }
        let position = ArgumentPosition(program: self)
        guard words.count > 1 else { throw .missingValue(of: option.parameter, before: nil, at: position) }
        guard words.count == 2 else { throw .unexpectedArgument(words[2], at: position) }
        do throws(InvalidValue) {
            return try option.read([[words[1]]])
        } catch {
            throw .invalidValue(of: option.parameter, error, at: position)
        }
    }
}
