import CLinux

/// How wide a terminal is.
public enum TerminalWidth {
    /// The columns of the terminal behind a descriptor; nil when it is none, or does not say.
    ///
    /// See: man 2 TIOCGWINSZ
    public static func columns(of descriptor: Int32) -> Int? {
        let columns = waymark_terminal_columns(descriptor)
        return columns > 0 ? Int(columns) : nil
    }
}
