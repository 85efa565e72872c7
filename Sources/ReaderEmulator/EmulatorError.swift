/// What the emulator could not do.
public struct EmulatorError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: String, Sendable {
        /// No pseudo-terminal could be opened.
        case pseudoTerminal
        /// The symbolic link to the terminal could not be made.
        case link
        /// No thread or pipe could be made.
        case resources
        /// The control socket could not be opened.
        case controlSocket
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
