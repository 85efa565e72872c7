/// One command, as data: the parser, help, manual pages and shell completions all read this table.
package struct Command: Sendable {
    /// Does the work. What it returns becomes the exit status.
    package typealias Action = @Sendable (ParsedValues) async throws -> ExitStatus
    /// Does what must be done while the program has one thread.
    package typealias Preparation = @Sendable (ParsedValues) throws -> Void

    /// What is typed: `create`.
    package let name: String
    /// What it does, in one sentence.
    package let abstract: String
    /// What else must be known, in paragraphs divided by an empty line.
    package let discussion: String
    package let examples: [Example]
    /// Positional arguments, in the order in which they are given.
    package let arguments: [Parameter]
    package let options: [Parameter]
    package let rules: [Rule]
    /// Every status that this command or one of its subcommands can end with.
    package let exitStatuses: [ExitStatus]
    package let subcommands: [Command]
    /// Nil for a group that only holds subcommands. The root's runs when no command is named.
    package let run: Action?
    let preparation: Preparation?

    let keys: [any ParameterKey]

    /// A command that does something.
    ///
    /// Any command can end with done, failed, usage or interrupted; `furtherExitStatuses` are the others. `preparation` comes
    /// before `run`, in the program's first thread, and before there is another: see ``CommandCall/prepare()``.
    package init(
        _ name: String, abstract: String, discussion: String = "", examples: [Example] = [],
        parameters: [any ParameterKey] = [], rules: [Rule] = [], furtherExitStatuses: [ExitStatus] = [],
        subcommands: [Command] = [], preparation: Preparation? = nil, run: @escaping Action
    ) {
        self.init(
            name, abstract: abstract, discussion: discussion, examples: examples, keys: parameters,
            rules: rules,
            furtherExitStatuses: furtherExitStatuses, subcommands: subcommands, preparation: preparation, action: run)
    }

    /// A group of commands, which does nothing by itself.
    package init(
        group name: String, abstract: String, discussion: String = "", examples: [Example] = [],
        subcommands: [Command]
    ) {
        self.init(
            name, abstract: abstract, discussion: discussion, examples: examples, keys: [], rules: [],
            furtherExitStatuses: [], subcommands: subcommands, preparation: nil, action: nil)
    }

    private init(
        _ name: String, abstract: String, discussion: String, examples: [Example], keys: [any ParameterKey],
        rules: [Rule], furtherExitStatuses: [ExitStatus], subcommands: [Command], preparation: Preparation?,
        action: Action?
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
        self.preparation = preparation
        self.run = action
    }

    func subcommand(named name: String) -> Command? {
        subcommands.first { $0.name == name }
    }
}

/// A command line worth copying, and what it is for.
package struct Example: Sendable {
    /// What the user wants: `Register the tags of a new store`.
    package let purpose: String
    /// What to type: `waymark batch create spring --from spring.csv`.
    package let commandLine: String

    package init(_ purpose: String, _ commandLine: String) {
        self.purpose = purpose
        self.commandLine = commandLine
    }
}
