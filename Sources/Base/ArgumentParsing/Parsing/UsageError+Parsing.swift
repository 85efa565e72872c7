internal import Faults
internal import TextCoding

extension UsageError {
    static func missingCommand(at position: ArgumentPosition) -> UsageError {
        UsageError(
            code: .missingCommand,
            message: "\(position.name) needs a command",
            reason: "its commands are \(list(position.command.subcommands.map(\.name), "and"))",
            next: "\(position.name) --help")
    }

    static func unknownCommand(_ word: String, at position: ArgumentPosition) -> UsageError {
        UsageError(
            code: .unknownCommand,
            message: "unknown command \(quoted(word))",
            reason: "\(position.name) has no command of that name",
            next: suggestion(for: word, among: position.command.subcommands.map(\.name), at: position))
    }

    static func unknownOption(_ name: String, at position: ArgumentPosition) -> UsageError {
        let isBeforeCommand = !position.command.subcommands.isEmpty && position.command.options.isEmpty
        return UsageError(
            code: .unknownOption,
            message: "unknown option \(quoted(name))",
            reason: isBeforeCommand
                ? "before its command, \(position.name) takes only the options of all commands"
                : "\(position.name) has no option of that name",
            next: suggestion(for: name, among: position.options.map(\.label), at: position))
    }

    static func misplacedOption(_ label: String, at position: ArgumentPosition) -> UsageError {
        UsageError(
            code: .misplacedOption,
            message: "\(label) does not belong to \(position.name)",
            reason: "it is an option of the command before it",
            next: "\(position.name) --help")
    }

    static func repeatedOption(_ label: String, at position: ArgumentPosition) -> UsageError {
        UsageError(
            code: .repeatedOption,
            message: "\(label) is there more than once",
            reason: "it has one value, and nothing says which of them holds",
            next: "give \(label) once")
    }

    static func missingValue(of option: Parameter, before word: String?, at position: ArgumentPosition) -> UsageError {
        let joined =
            option.arity == .one
            ? ", or \(option.label)=\(option.valueName) for one that begins with -" : ""
        return UsageError(
            code: .missingValue,
            message: "\(option.label) needs a value",
            reason: word.map { "what follows is not a value: \(quoted($0))" } ?? "nothing follows it",
            next: "\(option.synopsis)\(joined)")
    }

    static func unexpectedValue(of option: Parameter, _ value: String, at position: ArgumentPosition) -> UsageError {
        UsageError(
            code: .unexpectedValue,
            message: "\(option.label) cannot be \(quoted(value))",
            reason: "it is there or not, and takes no value",
            next: "give \(option.label) alone")
    }

    static func invalidValue(of parameter: Parameter, _ value: InvalidValue, at position: ArgumentPosition)
        -> UsageError
    {
        var next = "\(position.name) --help"
        if case .choices(let choices) = parameter.completion {
            next = suggestion(for: value.text, among: choices, at: position)
        }
        return UsageError(
            code: .invalidValue,
            message: "\(parameter.label) cannot be \(quoted(value.text))",
            reason: "it takes \(value.expectation)",
            next: next)
    }

    static func unexpectedArgument(_ text: String, at position: ArgumentPosition) -> UsageError {
        let count = position.command.arguments.count
        let limit = count == 0 ? "no arguments" : count == 1 ? "one argument" : "\(count) arguments"
        return UsageError(
            code: .unexpectedArgument,
            message: "unexpected argument \(quoted(text))",
            reason: "\(position.name) takes \(limit)",
            next: position.usageLine)
    }

    static func missing(_ parameter: Parameter, at position: ArgumentPosition) -> UsageError {
        UsageError(
            code: parameter.isOption ? .missingOption : .missingArgument,
            message: "\(parameter.synopsis) is missing",
            reason: "\(position.name) needs it: \(parameter.help)",
            next: position.usageLine)
    }

    static func missing(oneOf labels: [String], at position: ArgumentPosition) -> UsageError {
        UsageError(
            code: .incomplete,
            message: "\(list(labels, "or")) is missing",
            reason: "\(position.name) needs one of them",
            next: position.usageLine)
    }

    static func conflict(between labels: [String], at position: ArgumentPosition) -> UsageError {
        UsageError(
            code: .conflict,
            message: "\(list(labels, "and")) cannot go together",
            reason: "\(position.name) takes one of them",
            next: "leave out all but one")
    }

    static func incomplete(_ label: String, without labels: [String], at position: ArgumentPosition) -> UsageError {
        UsageError(
            code: .incomplete,
            message: "\(label) needs \(list(labels, "and")) too",
            reason: "one says nothing without the other",
            next: position.usageLine)
    }
}

private func suggestion(for word: String, among names: [String], at position: ArgumentPosition) -> String {
    let help = "\(position.name) --help"
    guard let name = Spelling.nearest(to: word, among: names) else { return help }
    return "did you mean \(name)? See \(help)"
}

/// `a, b and c`.
private func list(_ words: [String], _ conjunction: String) -> String {
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
}

/// A word from the command line, so that it can neither end a line nor drive the terminal it is shown on.
private func quoted(_ word: String) -> String { "\"\(VisibleText.escaped(word))\"" }
