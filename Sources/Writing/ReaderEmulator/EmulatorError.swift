/// What the emulator could not do.
public struct EmulatorError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: String, Sendable {
        /// No pseudo-terminal could be opened.
        case pseudoTerminal = "pseudo-terminal"
        /// The symbolic link to the terminal could not be made.
        case link
        /// The folder of a testbed, or something in it, could not be made.
        case testbed
        /// A USB port that there cannot be, or that is taken.
        case port
        /// No thread or pipe could be made.
        case resources
        /// A socket could not be opened.
        case socket
        /// A verb that the console does not know, or with arguments that make no sense.
        case verb
    }

    /// The kind of failure.
    public let code: Code
    /// What failed.
    public let message: String
    /// Why it failed.
    public let reason: String
    /// What to do.
    public let next: String

    /// Message and reason in one line.
    public var description: String { "\(message): \(reason)" }
}
