import Logging
import Synchronization

/// Keeps every record in memory, for tests that assert what was logged.
package final class CollectingLogHandler: LogHandler {
    private let collected = Mutex<[LogRecord]>([])

    package init() {}

    /// What was logged so far, oldest first.
    package var records: [LogRecord] { collected.withLock { $0 } }
    /// The records as they would be written, without prefix.
    package var lines: [String] { records.map(\.line) }

    package func log(_ record: LogRecord) {
        collected.withLock { $0.append(record) }
    }
}
