/// Completion for zsh by its own `_arguments`: one function for each command.
struct ZshCompletion {
    let program: Program

    var script: String {
        let functions = program.positions.map { $0.command.subcommands.isEmpty ? leaf($0) : group($0) }
        return """
            #compdef \(program.root.name)
            # zsh completion for \(program.root.name); made from its table of commands.

            \(functions.joined(separator: "\n\n"))

            \(functionName(program.positions[0])) "$@"

            """
    }

    private func functionName(_ position: ArgumentPosition) -> String {
        "_" + position.path.joined(separator: "_").map { $0 == "-" ? "_" : "\($0)" }.joined()
    }

    private func leaf(_ position: ArgumentPosition) -> String {
        let specifications = position.options.map(specification) + position.command.arguments.map(argument)
        return """
            \(functionName(position))() {
                _arguments -s -S \\
            \(specifications.map { "        \(shellQuoted($0))" }.joined(separator: " \\\n"))
            }
            """
    }

    private func group(_ position: ArgumentPosition) -> String {
        let specifications = position.options.map(specification) + ["1: :->command", "*:: :->rest"]
        let commands = position.command.subcommands.map {
            "            \(shellQuoted("\(escaped($0.name)):\($0.abstract)"))"
        }
        let cases = position.command.subcommands.map { subcommand in
            var deeper = position
            deeper.descend(into: subcommand)
            return "            \(subcommand.name)) \(functionName(deeper)) ;;"
        }
        return """
            \(functionName(position))() {
                local context state state_descr line
                typeset -A opt_args
                _arguments -C \\
            \(specifications.map { "        \(shellQuoted($0))" }.joined(separator: " \\\n"))
                case $state in
                    command)
                        local -a commands=(
            \(commands.joined(separator: "\n"))
                        )
                        _describe -t commands command commands
                        ;;
                    rest)
                        case $line[1] in
            \(cases.joined(separator: "\n"))
                        esac
                        ;;
                esac
            }
            """
    }

    /// `*--reader[help]:R:_files`. An option with two names is two specifications that rule each other out, so only the
    /// long one is offered.
    private func specification(_ option: Parameter) -> String {
        let again = option.isRepeatable || option.arity == .several ? "*" : ""
        let help = "[\(escaped(option.help))]"
        return switch option.arity {
        case .none: "\(again)\(option.label)\(help)"
        case .one: "\(again)\(option.label)=\(help):\(value(option))"
        case .optional: "\(again)\(option.label)=-\(help)::\(value(option))"
        case .several: "\(again)\(option.label)=\(help):*:\(value(option))"
        }
    }

    private func argument(_ argument: Parameter) -> String {
        if argument.isRepeatable { return "*:\(value(argument))" }
        return argument.isRequired ? ":\(value(argument))" : "::\(value(argument))"
    }

    private func value(_ parameter: Parameter) -> String {
        let action =
            switch parameter.completion {
            case .nothing: " "
            case .files: "_files"
            case .folders: "_files -/"
            case .choices(let choices): "(\(choices.map(escaped).joined(separator: " ")))"
            }
        return "\(escaped(parameter.valueName)):\(action)"
    }

    /// What `_arguments` and `_describe` take for their own.
    private func escaped(_ text: String) -> String {
        text.map { "\\[]:".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    }
}
