/// Completion for bash 4 and later: one function that walks to the command and offers what may follow.
struct BashCompletion {
    let program: Program

    var script: String {
        let name = program.root.name
        let function = "_" + name.map { $0 == "-" ? "_" : "\($0)" }.joined()
        let positions = program.positions
        return """
            # bash completion for \(name); made from its table of commands.
            \(function)() {
                local path=\(name) current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} i
                COMPREPLY=()
                for ((i = 1; i < COMP_CWORD; i++)); do
                    case "$path ${COMP_WORDS[i]}" in
                        \(pattern(valuePlaces(positions)))) ((i++)) ;;
                        \(pattern(positions.dropFirst().map(\.name)))) path="$path ${COMP_WORDS[i]}" ;;
                    esac
                done
                case "$path $previous" in
            \(positions.flatMap(values).joined(separator: "\n"))
                esac
                if [[ $current == -* ]]; then
                    case "$path" in
            \(positions.map(options).joined(separator: "\n"))
                    esac
                    return
                fi
                case "$path" in
            \(positions.compactMap(words).joined(separator: "\n"))
                esac
            }
            complete -o filenames -F \(function) \(name)

            """
    }

    private func pattern(_ texts: [String]) -> String {
        texts.isEmpty ? "''" : texts.map(shellQuoted).joined(separator: " | ")
    }

    private func valuePlaces(_ positions: [ArgumentPosition]) -> [String] {
        positions.flatMap { position in
            position.options.filter(\.takesNextWord).flatMap(\.names).map { "\(position.name) \($0)" }
        }
    }

    private func values(at position: ArgumentPosition) -> [String] {
        position.options.filter(\.takesNextWord).map { option in
            let places = option.names.map { "\(position.name) \($0)" }
            return "        \(pattern(places))) \(reply(option.completion)); return ;;"
        }
    }

    private func options(at position: ArgumentPosition) -> String {
        let labels = position.options.map(\.label)
        return "            \(shellQuoted(position.name))) \(reply(.choices(labels))) ;;"
    }

    /// Commands, or what the arguments may be.
    private func words(at position: ArgumentPosition) -> String? {
        let names = position.command.subcommands.map(\.name)
        let completion = names.isEmpty ? position.command.arguments.last?.completion ?? .nothing : .choices(names)
        return completion == .nothing ? nil : "        \(shellQuoted(position.name))) \(reply(completion)) ;;"
    }

    private func reply(_ completion: Completion) -> String {
        switch completion {
        case .nothing: ":"
        case .files: "mapfile -t COMPREPLY < <(compgen -f -- \"$current\")"
        case .folders: "mapfile -t COMPREPLY < <(compgen -d -- \"$current\")"
        case .choices(let choices):
            "mapfile -t COMPREPLY < <(compgen -W \(shellQuoted(choices.joined(separator: " "))) -- \"$current\")"
        }
    }
}
