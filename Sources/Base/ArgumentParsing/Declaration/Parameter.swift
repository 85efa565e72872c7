/// An option or argument as data: what the parser, help, manual pages and shell completions need to know of it.
public struct Parameter: Sendable {
    /// How many values one use of an option takes.
    public enum Arity: Sendable {
        /// A flag: `--shipping`.
        case none
        /// Exactly one: `--reader R` or `--reader=R`.
        case one
        /// One or none, joined by an equals sign: `--json` or `--json=tags`.
        case optional
        /// Everything up to the next option: `--sightings A B C`.
        case several
    }

    /// What it is called, unique within a command: `--reader` or `NAME`.
    public let label: String
    /// The short form of an option: `-r`.
    public let short: String?
    public let isOption: Bool
    public let arity: Arity
    /// The placeholder of the value in help; empty for a flag.
    public let valueName: String
    /// What it is for, without a full stop.
    public let help: String
    public let isRequired: Bool
    /// Whether it may be given more than once.
    public let isRepeatable: Bool
    /// What holds when it is not given, as text for help.
    public let defaultText: String?
    public let completion: Completion

    /// Its form in a usage line, without brackets: `--reader R`.
    public var synopsis: String {
        guard isOption else { return isRepeatable ? "\(valueName)..." : valueName }
        return switch arity {
        case .none: label
        case .one: "\(label) \(valueName)"
        case .optional: "\(label)[=\(valueName)]"
        case .several: "\(label) \(valueName)..."
        }
    }
}

/// A typed key: it declares a parameter and later reads its value.
public protocol ParameterKey<Value>: Sendable {
    associatedtype Value: Sendable

    var parameter: Parameter { get }

    /// The value, from the values given in each use of the parameter.
    func read(_ uses: [[String]]) throws(InvalidValue) -> Value
}
