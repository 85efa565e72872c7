/// A shell for which a completion script can be made.
enum CompletionShell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish
}

extension Program {
    /// What the shell loads to complete this program's commands, options and values.
    func completionScript(for shell: CompletionShell) -> String {
        switch shell {
        case .bash: BashCompletion(program: self).script
        case .zsh: ZshCompletion(program: self).script
        case .fish: FishCompletion(program: self).script
        }
    }

    /// Every place in the table, the root first.
    var positions: [ArgumentPosition] { positions(from: ArgumentPosition(program: self)) }

    private func positions(from position: ArgumentPosition) -> [ArgumentPosition] {
        [position]
            + position.command.subcommands.flatMap { subcommand in
                var deeper = position
                deeper.descend(into: subcommand)
                return positions(from: deeper)
            }
    }
}

extension Parameter {
    /// Whether the next word belongs to the option.
    var takesNextWord: Bool { arity == .one || arity == .several }

    /// The names with which an option is called.
    var names: [String] { [short, label].compactMap(\.self) }
}

/// A word in single quotation marks, as every POSIX shell and fish read it.
func shellQuoted(_ text: String) -> String {
    "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
}
