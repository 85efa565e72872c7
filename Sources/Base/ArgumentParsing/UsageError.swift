package import Faults

/// A command line that was not understood. Nothing has been done; the program ends with `ExitStatus.usage`.
package typealias UsageError = Fault<UsageFaultCode>

package enum UsageFaultCode: String, FaultCode, CaseIterable {
    /// A command is missing.
    case missingCommand = "missing-command"
    /// The program does not have this command.
    case unknownCommand = "unknown-command"
    /// The command does not have this option.
    case unknownOption = "unknown-option"
    /// The option belongs to another command.
    case misplacedOption = "misplaced-option"
    /// The option is there more than once.
    case repeatedOption = "repeated-option"
    /// The option needs a value.
    case missingValue = "missing-value"
    /// The option does not take this value.
    case unexpectedValue = "unexpected-value"
    /// The value cannot be read.
    case invalidValue = "invalid-value"
    /// An argument is missing.
    case missingArgument = "missing-argument"
    /// An option is missing.
    case missingOption = "missing-option"
    /// There is an argument too many.
    case unexpectedArgument = "unexpected-argument"
    /// Two options exclude each other.
    case conflict
    /// An option needs another one.
    case incomplete
    /// What only the command itself could find.
    case refused = "invalid-usage"
}

extension UsageError {
    /// For a command that refuses its parameters for a reason that no conversion and no rule can check.
    package init(message: String, reason: String, next: String) {
        self.init(code: .refused, message: message, reason: reason, next: next)
    }
}
