/// Completion for fish: one line for each command and option, held to its place by a function.
struct FishCompletion {
    let program: Program

    var script: String {
        let name = program.root.name
        return """
            # fish completion for \(name); made from its table of commands.
            function \(placeFunction) --description 'Succeeds at one place in the table of commands'
                set -l path \(name)
                set -l skip no
                for word in (commandline -opc)[2..-1]
                    if test $skip = yes
                        set skip no
                        continue
                    end
                    switch "$path $word"
                        case \(quoted(valuePlaces))
                            set skip yes
                        case \(quoted(program.positions.dropFirst().map(\.name)))
                            set path "$path $word"
                    end
                end
                test "$path" = "$argv[1]"
            end

            complete -c \(name) -f
            \(program.positions.flatMap(lines).joined(separator: "\n"))

            """
    }

    private var placeFunction: String {
        "__" + program.root.name.map { $0 == "-" ? "_" : "\($0)" }.joined() + "_is_at"
    }

    private var valuePlaces: [String] {
        program.positions.flatMap { position in
            position.options.filter(\.takesNextWord).flatMap(\.names).map { "\(position.name) \($0)" }
        }
    }

    private func quoted(_ texts: [String]) -> String {
        texts.isEmpty ? "''" : texts.map(shellQuoted).joined(separator: " ")
    }

    private func lines(at position: ArgumentPosition) -> [String] {
        let condition = shellQuoted("\(placeFunction) \"\(position.name)\"")
        let start = "complete -c \(program.root.name) -n \(condition)"
        let commands = position.command.subcommands.map {
            "\(start) -a \($0.name) -d \(shellQuoted($0.abstract))"
        }
        let options = position.options.map { option in
            let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
            // -x: nothing but the offers; -r: a file will do as well.
            let kind = option.completion == .files ? " -r" : " -x"
            let value = option.takesNextWord ? kind + offer(option.completion) : ""
            return "\(start)\(short) -l \(option.label.dropFirst(2))\(value) -d \(shellQuoted(option.help))"
        }
        let arguments = position.command.arguments.last.map { offer($0.completion) } ?? ""
        return commands + options + (arguments.isEmpty ? [] : ["\(start)\(arguments)"])
    }

    private func offer(_ completion: Completion) -> String {
        switch completion {
        case .nothing: ""
        case .files: " -F"
        case .folders: " -a '(__fish_complete_directories)'"
        case .choices(let choices): " -a \(shellQuoted(choices.joined(separator: " ")))"
        }
    }
}
