import ArgumentParsing
import Faults
import Glibc

/// Asks the person at the terminal.
enum ConfirmationPrompt {
    /// Whether a person is at the terminal and can answer.
    static var canAsk: Bool {
        isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp()
    }

    /// Whether the answer is yes. Without a terminal the question has no answer, and nothing is done: `next` says how
    /// to confirm beforehand.
    static func ask(_ question: String, elseNext next: String) throws -> Bool {
        ["y", "yes"].contains(try answer("\(question) [y/N] ", elseNext: next)?.lowercased())
    }

    /// The line that is typed; nil for the end of the input.
    static func answer(_ question: String, elseNext next: String) throws -> String? {
        guard canAsk else {
            throw UsageError(
                message: "nothing was changed",
                reason: "this needs an answer, and the command does not run on a terminal", next: next)
        }
        Terminal.status(question)
        return readLine()
    }
}
