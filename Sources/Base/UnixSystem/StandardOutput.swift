internal import Faults
internal import Glibc
internal import Synchronization

/// Where a program's results go. A result that could not be written is a failure of the program: it ends with another
/// status than 0, see ``CurrentProcess/end(_:)``.
public enum StandardOutput {
    private enum State {
        case open
        /// The reader is gone, as with `| head`: unwritten output is not a failure.
        case closed
        case failed(SystemError)
    }

    private static let state = Mutex(State.open)

    /// Whether a person may be watching. See: man 3 isatty
    public static let isTerminal = isatty(STDOUT_FILENO) == 1

    /// Writes all of it, at once and in one piece with regard to other threads. After a failure nothing more is written.
    /// At a terminal, what could drive the terminal is escaped. `controls` goes before it as it is: the program's own
    /// control sequences.
    ///
    /// See: man 2 write
    public static func write(_ text: String, after controls: String = "") {
        let text = controls + (isTerminal ? TerminalText.harmless(text) : text)
        state.withLock { state in
            guard case .open = state else { return }
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let count = uninterrupted {
                    unsafe rest.withUnsafeBytes { unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
                }
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN, waits() {
                    continue
                } else {
                    state = errno == EPIPE ? .closed : .failed(failure("write", errno))
                    return
                }
            }
        }
    }

    /// Whether what is written still gets anywhere. For commands that print without end.
    public static var isOpen: Bool {
        state.withLock { if case .open = $0 { true } else { false } }
    }

    /// Waits for a descriptor that does not wait by itself, as a terminal may be left by another program.
    private static func waits() -> Bool {
        var entry = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        return uninterrupted { Int(unsafe poll(&entry, 1, -1)) } > 0
    }

    private static func failure(_ call: String, _ number: Int32) -> SystemError {
        SystemError(
            "not everything could be printed", call: call, errno: number,
            next: number == ENOSPC
                ? "free space on that disk, and give the command again"
                : "print to another file, and give the command again")
    }

    /// Closes standard output and returns its failure; nil when everything was written, or the reader is gone.
    /// Some file systems report a full disk only now. See: man 2 close
    static func finish() -> SystemError? {
        state.withLock { state in
            if close(STDOUT_FILENO) != 0, case .open = state, errno != EBADF, errno != EPIPE {
                state = .failed(failure("close", errno))
            }
            return if case .failed(let error) = state { error } else { nil }
        }
    }
}
