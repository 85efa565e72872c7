import CSystemd
import Glibc
import Logging

/// Sends log lines to systemd's journal with their facts as fields, by its own protocol: `journalctl WAYMARK_TAG=t-1`.
final class JournalLogHandler: LogHandler {
    /// Nil when the journal does not read standard error: log lines then stay out of it.
    static var ofStandardError: JournalLogHandler? {
        DescriptorLogHandler.isReadByJournal(STDERR_FILENO) ? JournalLogHandler() : nil
    }

    /// A fact `batch` becomes the field `WAYMARK_BATCH`. The message says them, too, as every line of the log does.
    /// Wraps `sd_journal_sendv`; a journal that is away loses the line, as there is nowhere left to say so.
    func log(_ record: LogRecord) {
        var fields = [
            "MESSAGE=\(record.text)", "PRIORITY=\(record.level.priority)", "SYSLOG_IDENTIFIER=waymarkd",
            "WAYMARK_COMPONENT=\(record.label)",
        ]
        for (key, value) in record.metadata.sorted(by: { $0.key < $1.key }) {
            fields.append("WAYMARK_\(Self.name(key))=\(value)")
        }
        let bytes = fields.flatMap { Array($0.utf8) }
        unsafe bytes.withUnsafeBytes { whole in
            guard let start = whole.baseAddress else { return }
            var offset = 0
            let parts = unsafe fields.map { field in
                defer { offset += field.utf8.count }
                return unsafe iovec(
                    iov_base: UnsafeMutableRawPointer(mutating: start + offset), iov_len: field.utf8.count)
            }
            _ = unsafe sd_journal_sendv(parts, Int32(parts.count))
        }
    }

    /// Upper-case letters, digits and underscores. See: man 7 systemd.journal-fields
    private static func name(_ key: String) -> String {
        String(
            key.uppercased().unicodeScalars.map { scalar in
                scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                    ? Character(scalar) : "_"
            })
    }
}
