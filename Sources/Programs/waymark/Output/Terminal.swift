import Glibc
import UnixSystem

/// Where results and everything else go: results to standard output, the rest to standard error.
enum Terminal {
    /// A sign at the start of a line that says at a glance how something is.
    enum Mark: String {
        case good = "\u{2713}"
        case unsure = "?"
        case bad = "\u{2717}"

        /// SGR's number of the colour. See: man 4 console_codes
        fileprivate var colour: Int {
            switch self {
            case .good: 32
            case .unsure: 33
            case .bad: 31
            }
        }
    }

    static func result(_ text: String, terminator: String = "\n") {
        StandardOutput.write(text + terminator)
    }

    /// A line that begins with a mark.
    static func result(_ mark: Mark, _ text: String) {
        let shown = showsColour ? "\u{1B}[\(mark.colour)m\(mark.rawValue)\u{1B}[0m" : mark.rawValue
        StandardOutput.write(" \(text)\n", after: shown)
    }

    /// The lines of a ``SymbolText``. A terminal shows them white on black whatever its own colours are, and whatever
    /// NO_COLOR says: exchanged, many phones do not read them. See: man 4 console_codes (SGR)
    static func symbol(_ lines: [String]) {
        for line in lines {
            let (begin, end) = StandardOutput.isTerminal ? ("\u{1B}[97;40m", "\u{1B}[0m") : ("", "")
            StandardOutput.write(line, after: begin)
            StandardOutput.write("\n", after: end)
        }
    }

    static func note(_ text: String) {
        StandardError.write(text + "\n")
    }

    /// Progress is for people who watch: only on a terminal.
    static let showsProgress = StandardError.isTerminal

    /// Colour is for results on a terminal: in a file it would be noise. See: no-color.org
    static let showsColour: Bool = {
        let refusal = unsafe getenv("NO_COLOR").map { unsafe String(cString: $0) } ?? ""
        return refusal.isEmpty && StandardOutput.isTerminal
    }()

    /// Text for the person at the terminal, without a line end.
    static func status(_ text: String) {
        guard showsProgress else { return }
        StandardError.write(text)
    }

    /// Sounds, for people who look elsewhere.
    static func bell(_ times: Int = 1) { control(String(repeating: "\u{07}", count: times)) }

    /// The columns of the terminal that results go to; nil where they go to a file or a pipe.
    static var resultWidth: Int? { TerminalWidth.columns(of: STDOUT_FILENO).map { max(20, $0) } }

    /// The terminal's columns.
    static var width: Int { max(20, TerminalWidth.columns(of: STDERR_FILENO) ?? 80) }

    /// Asks the person at the terminal a question; no when the program does not run on one, or when the answer is not yes.
    static func agrees(_ question: String) -> Bool {
        guard showsProgress, isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp() else { return false }
        StandardError.write("\(question) [y/N] ")
        return ["y", "yes"].contains(readLine()?.lowercased())
    }

    /// Rewrites the last line.
    static func progress(_ text: String) {
        guard showsProgress else { return }
        StandardError.write(text, after: eraseLine)
    }

    static func endProgress() { control(eraseLine) }

    /// Erases the last lines of the screen, the one with the cursor among them: to the start of the line, erase it; then one
    /// line up, as often as there are lines above.
    static func erase(lines: Int) {
        control(eraseLine + String(repeating: "\u{1B}[1A\(eraseLine)", count: lines - 1))
    }

    /// See: man 4 console_codes
    private static let eraseLine = "\r\u{1B}[K"

    /// What moves the terminal, for the person at it.
    private static func control(_ sequence: String) {
        guard showsProgress else { return }
        StandardError.write("", after: sequence)
    }
}
