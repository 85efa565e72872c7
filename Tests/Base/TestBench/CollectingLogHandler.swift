public import Logging
import Synchronization

/// Keeps every record in memory, for tests that assert what was logged.
public final class CollectingLogHandler: LogHandler {
    private let collected = Mutex<[LogRecord]>([])

    public init() {}

    /// What was logged so far, oldest first.
    public var records: [LogRecord] { collected.withLock { $0 } }
    /// The records as they would be written, without prefix.
    public var lines: [String] { records.map(\.line) }

    public func log(_ record: LogRecord) {
        collected.withLock { $0.append(record) }
    }
}
