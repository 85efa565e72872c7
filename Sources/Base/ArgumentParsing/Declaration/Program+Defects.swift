extension Program {
    /// What is wrong with the table of commands itself, one sentence each. Empty in a program that can be trusted
    /// to read its command line; a test of each program holds it so.
    package var defects: [String] {
        var defects: [String] = []
        for option in globalOptions where option.isRequired || !option.isOption || option.arity == .several {
            defects.append("\(option.label) cannot be an option of all commands")
        }
        collectDefects(at: ArgumentPosition(program: self), into: &defects)
        return defects
    }

    private func collectDefects(at position: ArgumentPosition, into defects: inout [String]) {
        let command = position.command
        let parameters = command.arguments + command.options
        let found =
            shapeDefects(of: command)
            + repeated(command.subcommands.map(\.name)).map { "has two commands \($0)" }
            + repeated(
                (command.arguments + position.options).flatMap { [$0.label] + ($0.short.map { [$0] } ?? []) }
            )
            .map { "has two parameters \($0)" }
            + orderDefects(of: command.arguments)
            + command.rules.flatMap { ruleDefects($0, parameters) }
            + command.options.filter(changesReading).map {
                "reads \($0.label) otherwise than all commands do"
            }
        defects += found.map { "\(position.name) \($0)" }
        for subcommand in command.subcommands {
            var deeper = position
            deeper.descend(into: subcommand)
            collectDefects(at: deeper, into: &defects)
        }
    }

    private func shapeDefects(of command: Command) -> [String] {
        var defects: [String] = []
        let letters = command.name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
        if command.name.isEmpty || !letters || command.name.first == "-" {
            defects.append("has an unfit name")
        }
        if command.run == nil, command.subcommands.isEmpty { defects.append("does nothing") }
        if !command.arguments.isEmpty, !command.subcommands.isEmpty {
            defects.append("cannot tell its arguments from its commands")
        }
        return defects
    }

    private func orderDefects(of arguments: [Parameter]) -> [String] {
        zip(arguments, arguments.dropFirst()).flatMap { first, second in
            var defects: [String] = []
            if first.isRepeatable { defects.append("leaves nothing for \(second.label)") }
            if !first.isRequired, second.isRequired {
                defects.append("asks for \(second.label) after an argument that can be left out")
            }
            return defects
        }
    }

    private func ruleDefects(_ rule: Rule, _ parameters: [Parameter]) -> [String] {
        rule.labels.compactMap { label in
            guard let parameter = parameters.first(where: { $0.label == label }) else {
                return "has a rule for \(label), which it does not declare"
            }
            let isMoot = parameter.isRequired && rule.kind != .requires
            return isMoot ? "has a choice with \(label), which must always be given" : nil
        }
    }

    /// Before its command's name an option is read as all commands read it, so both must take the same words.
    private func changesReading(_ option: Parameter) -> Bool {
        globalOptions.contains { global in
            global.label == option.label
                && (global.arity == .one) != (option.arity == .one || option.arity == .several)
        }
    }

    private func repeated(_ names: [String]) -> [String] {
        Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
    }
}
