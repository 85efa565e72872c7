internal import Faults

/// Reads a command line word by word: which command it names, and which values each parameter was given.
struct Scan {
    private(set) var position: ArgumentPosition
    /// What each option was given, in the order of its uses.
    private(set) var uses: [String: [[String]]] = [:]
    /// Options in the order in which they first came.
    private(set) var labels: [String] = []
    /// Whether the word `help` stood where a command's name is expected: `waymark help batch`, `waymark batch help`.
    private(set) var asksForHelp = false
    /// Words that are neither options nor commands.
    private(set) var texts: [String] = []

    init(program: Program) {
        position = ArgumentPosition(program: program)
    }

    mutating func read(_ words: [String]) throws(UsageError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                texts += rest
                return
            } else if isOption(word) {
                try readOption(word, &rest)
            } else if let subcommand = position.command.subcommand(named: word) {
                position.descend(into: subcommand)
            } else if word == "help", !position.command.subcommands.isEmpty {
                asksForHelp = true
            } else if !position.command.subcommands.isEmpty {
                throw .unknownCommand(word, at: position)
            } else {
                texts.append(word)
            }
        }
    }

    private mutating func readOption(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        let joined = parts.count > 1 ? parts[1] : nil
        guard let option = position.options.first(where: { $0.matches(parts[0]) }) else {
            throw .unknownOption(parts[0], at: position)
        }
        var values = joined.map { [$0] } ?? []
        switch option.arity {
        case .none where joined != nil:
            throw .unexpectedValue(of: option, values[0], at: position)
        case .one where joined == nil:
            if let value = nextValue(&rest) { values.append(value) }
        case .several where joined == nil:
            while let value = nextValue(&rest) { values.append(value) }
        case .none, .one, .optional, .several: break
        }
        if values.isEmpty, option.arity == .one || option.arity == .several {
            throw .missingValue(of: option, before: rest.first, at: position)
        }
        if uses[option.label] == nil { labels.append(option.label) }
        uses[option.label, default: []].append(values)
    }

    private func nextValue(_ rest: inout ArraySlice<String>) -> String? {
        guard let word = rest.first, word != "--", !isOption(word) else { return nil }
        return rest.popFirst()
    }

    /// A dash alone is a value (standard input), and so is a number below zero: `--at -33.86,151.21`.
    private func isOption(_ word: String) -> Bool {
        guard word.first == "-", let second = word.dropFirst().first else { return false }
        return !(second.isNumber || second == ".")
    }
}
