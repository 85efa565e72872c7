import Glibc
import Synchronization
import TextCoding

/// Writes each record as one line to a file descriptor, which it does not own.
///
/// Lines do not mix: one is written whole before the next begins. A line that cannot be written is lost, as there
/// is nowhere left to say so.
public final class DescriptorLogHandler: LogHandler {
    /// The prefix of each line.
    public enum Prefix: Sendable {
        /// `<3>`, which the journal takes as the line's priority; the journal knows the time itself.
        case priority
        /// The time in UTC, to the millisecond.
        case time
    }

    /// Standard error: with priorities when the journal reads it, with the time otherwise.
    public static let standardError = DescriptorLogHandler(
        descriptor: STDERR_FILENO, prefix: isReadByJournal(STDERR_FILENO) ? .priority : .time)

    /// Whether systemd's journal reads a descriptor: then lines may go there with fields of their own.
    public static func isReadByJournal(_ descriptor: Int32) -> Bool {
        Logging.isReadByJournal(descriptor, variable: environment("JOURNAL_STREAM"))
    }

    private let descriptor: Int32
    private let prefix: Prefix
    private let now: @Sendable () -> timespec
    private let writing = Mutex(())

    public convenience init(descriptor: Int32, prefix: Prefix) {
        self.init(descriptor: descriptor, prefix: prefix) {
            var time = timespec()
            unsafe clock_gettime(CLOCK_REALTIME, &time)
            return time
        }
    }

    init(descriptor: Int32, prefix: Prefix, now: @escaping @Sendable () -> timespec) {
        self.descriptor = descriptor
        self.prefix = prefix
        self.now = now
    }

    public func log(_ record: LogRecord) {
        let start =
            switch prefix {
            case .priority: "<\(record.level.priority)>"
            case .time: "\(time) "
            }
        let line = Array("\(start)\(record.line)\n".utf8)
        writing.withLock { _ in writeWhole(line) }
    }

    /// `2026-03-01T09:05:00.042Z`
    private var time: String {
        let now = now()
        let milliseconds = (now.tv_nsec / 1_000_000).padded(to: 3)
        return "\(CalendarTime.iso8601(Int64(now.tv_sec))).\(milliseconds)Z"
    }

    private func writeWhole(_ line: [UInt8]) {
        var rest = line[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Another process at the terminal may have made it non-blocking. See: man 2 poll.
                var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&wanted, 1, -1)
            } else if errno != EINTR {
                return
            }
        }
    }
}
