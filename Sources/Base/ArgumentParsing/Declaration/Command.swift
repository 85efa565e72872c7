/// One command, as data: the parser, help, manual pages and shell completions all read this table.
public struct Command: Sendable {
    /// Does the work. What it returns becomes the exit status.
    public typealias Action = @Sendable (ParsedValues) async throws -> ExitStatus

    /// What is typed: `create`.
    public let name: String
    /// What it does, in one sentence.
    public let abstract: String
    /// What else must be known, in paragraphs divided by an empty line.
    public let discussion: String
    public let examples: [Example]
    /// Positional arguments, in the order in which they are given.
    public let arguments: [Parameter]
    public let options: [Parameter]
    public let rules: [Rule]
    /// Every status that this command or one of its subcommands can end with.
    public let exitStatuses: [ExitStatus]
    public let subcommands: [Command]
    /// Nil for a group that only holds subcommands. The root's runs when no command is named.
    public let run: Action?

    let keys: [any ParameterKey]

    /// A command that does something.
    ///
    /// Any command can end with done, failed, usage or interrupted; `furtherExitStatuses` are the others.
    public init(
        _ name: String, abstract: String, discussion: String = "", examples: [Example] = [],
        parameters: [any ParameterKey] = [], rules: [Rule] = [], furtherExitStatuses: [ExitStatus] = [],
        subcommands: [Command] = [], run: @escaping Action
    ) {
        self.init(
            name, abstract: abstract, discussion: discussion, examples: examples, keys: parameters,
            rules: rules,
            furtherExitStatuses: furtherExitStatuses, subcommands: subcommands, action: run)
    }

    /// A group of commands, which does nothing by itself.
    public init(
        group name: String, abstract: String, discussion: String = "", examples: [Example] = [],
        subcommands: [Command]
    ) {
        self.init(
            name, abstract: abstract, discussion: discussion, examples: examples, keys: [], rules: [],
            furtherExitStatuses: [], subcommands: subcommands, action: nil)
    }

    private init(
        _ name: String, abstract: String, discussion: String, examples: [Example], keys: [any ParameterKey],
        rules: [Rule], furtherExitStatuses: [ExitStatus], subcommands: [Command], action: Action?
    ) {
        self.name = name
        self.abstract = abstract
        self.discussion = discussion
        self.examples = examples
        self.keys = keys
        self.arguments = keys.map(\.parameter).filter { !$0.isOption }
        self.options = keys.map(\.parameter).filter(\.isOption)
        self.rules = rules
        let own: [ExitStatus] = [.done, .failed, .usage, .interrupted] + furtherExitStatuses
        self.exitStatuses = Set(own + subcommands.flatMap(\.exitStatuses)).sorted()
        self.subcommands = subcommands
        self.run = action
    }

    func subcommand(named name: String) -> Command? {
        subcommands.first { $0.name == name }
    }
}

/// A command line worth copying, and what it is for.
public struct Example: Sendable {
    /// What the user wants: `Register the tags of a new store`.
    public let purpose: String
    /// What to type: `waymark batch create spring --from spring.csv`.
    public let commandLine: String

    public init(_ purpose: String, _ commandLine: String) {
        self.purpose = purpose
        self.commandLine = commandLine
    }
}
