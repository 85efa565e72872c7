import ArgumentParsing
import Glibc

/// Asks whoever sits at the terminal.
enum Confirmation {
    /// Whether the answer is yes. Without a terminal nobody can be asked, and nothing is done.
    static func ask(_ question: String) throws -> Bool {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
            throw UsageError(
                message: "nothing was changed", reason: "nobody can be asked: this is not a terminal",
                next: "give --yes, after a look at waymark appstore plan")
        }
        Terminal.status("\(question) [y/N] ")
        return ["y", "yes"].contains(readLine()?.lowercased())
    }
}
