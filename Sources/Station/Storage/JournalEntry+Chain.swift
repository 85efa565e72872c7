internal import Cryptography
internal import FoundationEssentials
package import Registry

/// How the journal becomes a chain: the same in every storage.
extension JournalEntry {
    /// The entry of an event behind the last one there is; nil before the first.
    package init(of event: JournalEvent, by author: Author, at time: Timestamp, after last: JournalEntry?) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        self.init(
            sequence: (last?.sequence ?? 0) + 1, time: time, author: author, kind: event.kind.rawValue,
            payload: String(decoding: try encoder.encode(event.payload), as: UTF8.self),
            previous: try last?.digest() ?? JournalEntry.beforeTheFirst)
    }

    /// SHA-256 of the canonical bytes in lower-case hexadecimal: the ``previous`` of the next entry.
    package func digest() throws -> String {
        try SHA256.hexadecimal(of: canonicalBytes)
    }
}
