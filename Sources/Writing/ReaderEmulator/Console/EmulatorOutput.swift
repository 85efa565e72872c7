import Glibc
import Synchronization

/// Standard output of the emulator's program. What cannot be written is a failure of the program, so that a script does not
/// wait for a connection string that went nowhere.
public enum EmulatorOutput {
    /// The error number of the first failure; EPIPE when the reader has gone away.
    private static let failure = Mutex<Int32>(0)

    /// Writes all of it at once. Texts of different threads do not mix. After a failure nothing more is written.
    public static func write(_ text: String) {
        failure.withLock { failure in
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty, failure == 0 {
                let count = unsafe rest.withUnsafeBytes {
                    unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
                }
                if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { failure = errno }
            }
        }
    }

    /// The C library's message for what was not written; nil when all was, or when the receiver was gone.
    public static func finish() -> String? {
        let number = failure.withLock { failure in
            if close(STDOUT_FILENO) != 0, failure == 0, errno != EBADF { failure = errno }
            return failure
        }
        guard number != 0, number != EPIPE else { return nil }
        return unsafe String(cString: strerror(number)).lowercased()
    }
}
