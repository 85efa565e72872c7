internal import Faults

/// A program's whole command line: its commands and the options that all of them take.
package struct Program: Sendable {
    package let root: Command
    package let version: String
    /// Options accepted anywhere on the line, before or after a command's name. A command may declare an option
    /// of the same name; its own then holds.
    package let globalOptions: [Parameter]
    /// The section of its manual pages: 1 for user commands, 8 for what the system runs.
    package let manualSection: Int

    let globalKeys: [any ParameterKey]

    package init(
        _ root: Command, version: String, globalOptions: [any ParameterKey] = [], manualSection: Int = 1
    ) {
        self.root = root
        self.version = version
        self.manualSection = manualSection
        self.globalKeys = globalOptions
        self.globalOptions = globalOptions.map(\.parameter)
    }

    /// Reads the words after the program's name.
    package func parse(_ words: [String]) throws(UsageError) -> Invocation {
        if let text = try generated(words) { return .print(text) }
        let options = words.prefix { $0 != "--" }
        let hasHelpOption = options.contains { Program.helpOption.matches($0) }
        var scan = Scan(program: self)
        do throws(UsageError) {
            try scan.read(words)
        } catch {
            // A request for help is answered whatever else is wrong, as long as it is clear for what.
            guard hasHelpOption || scan.asksForHelp, error.code != .unknownCommand else { throw error }
        }
        if hasHelpOption || scan.asksForHelp { return .print(helpPage(for: scan.position)) }
        if options.contains(where: { Program.versionOption.matches($0) }) {
            return .print("\(root.name) \(version)\n")
        }
        return .run(try scan.call())
    }
}

/// What a command line asks for.
package enum Invocation: Sendable {
    /// Text for standard output; then the program is done.
    case print(String)
    /// A command to run.
    case run(CommandCall)
}

/// A command with the values it was given.
package struct CommandCall: Sendable {
    /// The names that led here, the program's first: `["waymark", "batch", "create"]`.
    package let path: [String]
    package let values: ParsedValues
    private let preparation: Command.Preparation?
    private let action: Command.Action

    init(
        path: [String], values: ParsedValues, preparation: Command.Preparation?, action: @escaping Command.Action
    ) {
        self.path = path
        self.values = values
        self.preparation = preparation
        self.action = action
    }

    /// Does what the command must have done before the program has a second thread. To be called first.
    package func prepare() throws { try preparation?(values) }

    /// Does the command's work and returns how the program ends.
    package func run() async throws -> ExitStatus { try await action(values) }
}
