/// An option or argument as data: what the parser, help, manual pages and shell completions need to know of it.
package struct Parameter: Sendable {
    /// How many values one use of an option takes.
    package enum Arity: Sendable {
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
    package let label: String
    /// The short form of an option: `-r`.
    package let short: String?
    package let isOption: Bool
    package let arity: Arity
    /// The placeholder of the value in help; empty for a flag.
    package let valueName: String
    /// What it is for, without a full stop.
    package let help: String
    package let isRequired: Bool
    /// Whether it may be given more than once.
    package let isRepeatable: Bool
    /// What holds when it is not given, as text for help.
    package let defaultText: String?
    package let completion: Completion

    /// Its form in a usage line, without brackets: `--reader R`.
    package var synopsis: String {
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
package protocol ParameterKey<Value>: Sendable {
    associatedtype Value: Sendable

    var parameter: Parameter { get }

    /// The value, from the values given in each use of the parameter.
    func read(_ uses: [[String]]) throws(InvalidValue) -> Value
}
