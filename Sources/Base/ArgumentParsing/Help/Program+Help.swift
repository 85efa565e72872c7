extension Program {
    /// The help page of the command at a position, as `--help` prints it.
    func helpPage(for position: ArgumentPosition) -> String {
        let command = position.command
        var blocks = [command.abstract, usage(at: position)]
        blocks += HelpLayout.paragraphs(command.discussion)
        blocks += [
            block("Commands:", command.subcommands.map { ($0.name, $0.abstract) }),
            block("Arguments:", command.arguments.map(row)),
            block("Options:", command.options.map(row)),
            block("Options of all commands:", (position.globalOptions + Program.builtInOptions).map(row)),
        ].compactMap(\.self)
        if !command.examples.isEmpty {
            let examples = command.examples.map { "  \($0.purpose):\n    \($0.commandLine)" }
            blocks.append("Examples:\n\(examples.joined(separator: "\n"))")
        }
        blocks.append(
            HelpLayout.list(
                "Exit status:", command.exitStatuses.map { (padded("\($0.rawValue)", to: 3), $0.sentence) }))
        return blocks.joined(separator: "\n\n") + "\n"
    }

    private func usage(at position: ArgumentPosition) -> String {
        let heading = "usage: "
        let lines = HelpLayout.lines(of: position.words, indent: heading.count)
        return heading + lines.joined(separator: "\n").dropFirst(heading.count)
    }

    private func block(_ heading: String, _ rows: [(String, String)]) -> String? {
        rows.isEmpty ? nil : HelpLayout.list(heading, rows)
    }

    private func row(_ parameter: Parameter) -> (String, String) {
        let short = parameter.short.map { "\($0), " } ?? ""
        let absent = parameter.defaultText.map { " (default: \($0))" } ?? ""
        return ("\(short)\(parameter.synopsis)", "\(parameter.help)\(absent)")
    }

    private func padded(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
