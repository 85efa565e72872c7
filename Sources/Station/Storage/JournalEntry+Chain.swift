internal import Cryptography
internal import FoundationEssentials
package import Registry

/// How the journal becomes a chain: the same in every storage.
extension JournalEntry {
    /// The entry of an event behind the last one there is; nil before the first. `documents`: what it has changed of them.
    package init(
        of event: JournalEvent, _ documents: [DocumentChange] = [], by author: Author, at time: Timestamp,
        after last: JournalEntry?
    ) throws {
        try self.init(
            of: event, documents, by: author, at: time, after: last?.sequence ?? 0,
            digest: try last?.digest() ?? JournalEntry.beforeTheFirst)
    }

    /// The entry of an event behind the one with this number and this ``digest()``.
    package init(
        of event: JournalEvent, _ documents: [DocumentChange], by author: Author, at time: Timestamp,
        after sequence: Int64, digest: String
    ) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        self.init(
            sequence: sequence + 1, time: time, author: author, kind: event.kind.rawValue,
            payload: String(decoding: try encoder.encode(Documented(event.payload, documents)), as: UTF8.self),
            previous: digest)
    }

    /// SHA-256 of the canonical bytes in lower-case hexadecimal: the ``previous`` of the next entry.
    package func digest() throws -> String {
        try SHA256.hexadecimal(of: canonicalBytes)
    }
}

/// A payload, and beside its members what the event has changed of documents.
private struct Documented: Encodable {
    let payload: any Encodable
    let documents: [DocumentChange]

    init(_ payload: any Encodable, _ documents: [DocumentChange]) {
        self.payload = payload
        self.documents = documents
    }

    private enum CodingKeys: String, CodingKey {
        case documents
    }

    func encode(to encoder: any Encoder) throws {
        try payload.encode(to: encoder)
        guard !documents.isEmpty else { return }
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(documents, forKey: .documents)
    }
}
