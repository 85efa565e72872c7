extension ArgumentPosition {
    /// How the command is typed, without the options of all commands.
    var usageLine: String { words.joined(separator: " ") }

    /// The usage line in pieces that must not be broken: `[--at LAT,LON | --shipping]`.
    var words: [String] {
        guard command.subcommands.isEmpty else {
            return path + [command.run == nil ? "COMMAND" : "[COMMAND]"]
        }
        var words = path
        var shown: Set<String> = []
        let parameters = command.arguments + command.options
        for parameter in parameters where !shown.contains(parameter.label) {
            guard
                let rule = command.rules.first(where: { $0.isChoice && $0.labels.contains(parameter.label) })
            else {
                words.append(parameter.bracketed)
                continue
            }
            // A parameter of two rules is shown with the first.
            let choices = parameters.filter { rule.labels.contains($0.label) && !shown.contains($0.label) }
            shown.formUnion(rule.labels)
            let inside = choices.map(\.synopsis).joined(separator: " | ")
            words.append(rule.kind == .exactlyOne ? "(\(inside))" : "[\(inside)]")
        }
        return words
    }
}

extension Rule {
    /// Whether a usage line can show it, as choices between brackets.
    fileprivate var isChoice: Bool { kind != .requires }
}

extension Parameter {
    /// Its form in a usage line, with brackets if it is optional.
    fileprivate var bracketed: String {
        if isRequired { return synopsis }
        return isOption && isRepeatable && arity == .one ? "[\(synopsis)]..." : "[\(synopsis)]"
    }
}
