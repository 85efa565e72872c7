/// How far a command line has led into the table of commands.
struct ArgumentPosition {
    let program: Program
    /// The names that led here, the program's first.
    private(set) var path: [String]
    private(set) var command: Command

    init(program: Program) {
        self.program = program
        self.path = [program.root.name]
        self.command = program.root
    }

    /// `waymark batch create`.
    var name: String { path.joined(separator: " ") }

    /// The options of all commands that this one has not declared anew.
    var globalOptions: [Parameter] {
        program.globalOptions.filter { global in !command.options.contains { $0.label == global.label } }
    }

    /// All options accepted here, the command's own first.
    var options: [Parameter] { command.options + globalOptions + Program.builtInOptions }

    mutating func descend(into subcommand: Command) {
        path.append(subcommand.name)
        command = subcommand
    }
}

extension Program {
    static let helpOption = builtIn("--help", short: "-h", help: "print this help")
    static let versionOption = builtIn("--version", short: nil, help: "print the version")
    static let builtInOptions = [helpOption, versionOption]

    private static func builtIn(_ label: String, short: String?, help: String) -> Parameter {
        Parameter(
            label: label, short: short, isOption: true, arity: .none, valueName: "", help: help,
            isRequired: false,
            isRepeatable: true, defaultText: nil, completion: .nothing)
    }
}

extension Parameter {
    /// Whether the option is meant by this name, with its dashes.
    func matches(_ name: String) -> Bool { isOption && (name == label || name == short) }
}
