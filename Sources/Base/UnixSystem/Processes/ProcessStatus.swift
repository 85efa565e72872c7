/// How a process ended.
public enum ProcessStatus: Sendable, Equatable, CustomStringConvertible {
    /// It returned, with this status from 0 to 255.
    case exited(Int32)
    /// A signal ended it.
    case signalled(Int32)

    public var isSuccess: Bool { self == .exited(0) }

    public var description: String {
        switch self {
        case .exited(let status): "exited with status \(status)"
        case .signalled(let signal): "ended by signal \(signal)"
        }
    }

    /// Reads the value that waitpid left: WIFEXITED, WEXITSTATUS and WTERMSIG are macros that Swift cannot call.
    ///
    /// See: man 2 waitpid
    init(waitStatus: Int32) {
        let signal = waitStatus & 0x7F
        self = signal == 0 ? .exited(waitStatus >> 8 & 0xFF) : .signalled(signal)
    }
}
