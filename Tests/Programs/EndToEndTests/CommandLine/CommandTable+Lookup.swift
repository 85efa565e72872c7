import ArgumentParsing

@testable import waymark

extension CommandTable {
    /// The command that a command line names, as far as its words are commands; the program's own for none.
    static func command(of words: [String]) -> Command {
        var command = program.root
        for word in words {
            guard let next = command.subcommands.first(where: { $0.name == word }) else { break }
            command = next
        }
        return command
    }
}

extension Command {
    /// This command and all below it, each with the words that lead to it.
    func withSubcommands(_ path: [String] = []) -> [(path: [String], command: Command)] {
        [(path, self)] + subcommands.flatMap { $0.withSubcommands(path + [$0.name]) }
    }
}
