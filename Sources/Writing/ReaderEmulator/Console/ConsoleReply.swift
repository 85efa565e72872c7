/// The console's answer to one line.
public struct ConsoleReply: Sendable, Equatable {
    /// One line: `ok` or `error`, then what there is to say.
    public let line: String
    /// Whether the program shall end.
    public let endsProgram: Bool
}
