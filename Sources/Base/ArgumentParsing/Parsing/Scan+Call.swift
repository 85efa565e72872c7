internal import Faults

extension Scan {
    /// Holds what was read against what the command declares.
    consuming func call() throws(UsageError) -> CommandCall {
        guard let action = position.command.run else { throw .missingCommand(at: position) }
        var given = try givenOptions()
        try assignArguments(&given)
        try checkPresence(of: given)
        try checkRules(for: given)
        try convert(given)
        return CommandCall(
            path: position.path, values: ParsedValues(uses: given), preparation: position.command.preparation,
            action: action)
    }

    private func givenOptions() throws(UsageError) -> [String: [[String]]] {
        for label in labels {
            guard let option = position.options.first(where: { $0.label == label }) else {
                throw .misplacedOption(label, at: position)
            }
            let count = uses[label]?.count ?? 0
            if count > 1, option.arity != .none, !option.isRepeatable {
                throw .repeatedOption(label, at: position)
            }
        }
        return uses
    }

    private func assignArguments(_ given: inout [String: [[String]]]) throws(UsageError) {
        var rest = texts[...]
        for argument in position.command.arguments where !rest.isEmpty {
            let taken = argument.isRepeatable ? rest : rest.prefix(1)
            given[argument.label] = taken.map { [$0] }
            rest = rest.dropFirst(taken.count)
        }
        if let text = rest.first { throw .unexpectedArgument(text, at: position) }
    }

    private func checkPresence(of given: [String: [[String]]]) throws(UsageError) {
        let parameters = position.command.arguments + position.command.options
        for parameter in parameters where parameter.isRequired && given[parameter.label] == nil {
            throw .missing(parameter, at: position)
        }
    }

    private func checkRules(for given: [String: [[String]]]) throws(UsageError) {
        for rule in position.command.rules {
            let present = rule.labels.filter { given[$0] != nil }
            switch rule.kind {
            case .atMostOne, .exactlyOne:
                if present.count > 1 { throw .conflict(between: present, at: position) }
                if present.isEmpty, rule.kind == .exactlyOne {
                    throw .missing(oneOf: rule.labels, at: position)
                }
            case .requires:
                let absent = rule.labels.filter { !present.contains($0) }
                if let first = rule.labels.first, present.contains(first), !absent.isEmpty {
                    throw .incomplete(first, without: absent, at: position)
                }
            }
        }
    }

    private func convert(_ given: [String: [[String]]]) throws(UsageError) {
        let globals = position.globalOptions.map(\.label)
        let keys =
            position.command.keys
            + position.program.globalKeys.filter { globals.contains($0.parameter.label) }
        for key in keys {
            guard let uses = given[key.parameter.label] else { continue }
            do throws(InvalidValue) {
                _ = try key.read(uses)
            } catch {
                throw .invalidValue(of: key.parameter, error, at: position)
            }
        }
    }
}
