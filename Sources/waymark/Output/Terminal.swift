import Glibc
import UnixSystem

/// Where results and everything else go: results to standard output, the rest to standard error.
enum Terminal {
    static func result(_ text: String, terminator: String = "\n") {
        send(text + terminator, to: STDOUT_FILENO)
    }

    static func note(_ text: String) {
        send(text + "\n", to: STDERR_FILENO)
    }

    static func complain(_ explanation: Explanation) {
        send(explanation.text, to: STDERR_FILENO)
    }

    /// Progress is for people who watch: only on a terminal.
    static let showsProgress = isatty(STDERR_FILENO) == 1

    /// Colour is for results that somebody reads on a terminal: in a file it would be rubbish. See: no-color.org
    static let showsColour: Bool = {
        let refusal = unsafe getenv("NO_COLOR").map { unsafe String(cString: $0) } ?? ""
        return refusal.isEmpty && isatty(STDOUT_FILENO) == 1
    }()

    /// Text for whoever watches, without a line end.
    static func status(_ text: String) {
        guard showsProgress else { return }
        send(text, to: STDERR_FILENO)
    }

    /// Sounds, for people who look elsewhere.
    static func bell(_ times: Int = 1) { status(String(repeating: "\u{07}", count: times)) }

    /// The terminal's columns.
    static var width: Int { max(20, TerminalWidth.columns(of: STDERR_FILENO) ?? 80) }

    /// Asks whoever sits at the terminal a question; no when nobody does, or when the answer is anything but yes.
    static func agrees(_ question: String) -> Bool {
        guard showsProgress, isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp() else { return false }
        send("\(question) [y/N] ", to: STDERR_FILENO)
        return ["y", "yes"].contains(readLine()?.lowercased())
    }

    /// Rewrites the last line.
    static func progress(_ text: String) {
        guard showsProgress else { return }
        send("\r\u{1B}[K" + text, to: STDERR_FILENO)
    }

    static func endProgress() {
        guard showsProgress else { return }
        send("\r\u{1B}[K", to: STDERR_FILENO)
    }

    /// A pipe that was closed ends the output, not the work.
    private static func send(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
