/// A command line that was not understood. Nothing has been done; the program ends with `ExitStatus.usage`.
public struct UsageError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: String, Sendable {
        case missingCommand
        case unknownCommand
        case unknownOption
        case misplacedOption
        case repeatedOption
        case missingValue
        case unexpectedValue
        case invalidValue
        case missingArgument
        case missingOption
        case unexpectedArgument
        case conflict
        case incomplete
        /// What only the command itself could find.
        case refused
    }

    public let code: Code
    /// What failed.
    public let message: String
    /// Why it failed.
    public let reason: String
    /// What to do about it.
    public let next: String

    /// For a command that refuses its parameters for a reason that no conversion and no rule can tell.
    public init(message: String, reason: String, next: String) {
        self.init(code: .refused, message: message, reason: reason, next: next)
    }

    init(code: Code, message: String, reason: String, next: String) {
        self.code = code
        self.message = message
        self.reason = reason
        self.next = next
    }

    /// The three lines that a person sees. Words from the command line are shown without control characters.
    public var description: String {
        """
        error: \(message)
          why:  \(reason)
          next: \(next)
        """
    }
}
