internal import Glibc

/// Where a program says what is not its result. When that is closed or full, the work continues: results go to standard output.
public enum StandardError {
    /// Whether a person may be watching. See: man 3 isatty
    public static let isTerminal = isatty(STDERR_FILENO) == 1

    /// Writes all of it; at a terminal, what could drive the terminal is escaped. `controls` goes before it as it is: the
    /// program's own control sequences.
    public static func write(_ text: String, after controls: String = "") {
        var rest = Array((controls + (isTerminal ? TerminalText.harmless(text) : text)).utf8)[...]
        while !rest.isEmpty {
            let count = uninterrupted {
                unsafe rest.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
