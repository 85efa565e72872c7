internal import Foundation
package import OpenAPI
package import Registry

/// A journal entry as programs get it: as it is kept, and its payload once more as JSON.
///
/// The `payload` stays the text that the chain's digests are made of. See: docs/journal.md
package struct JournalLine: Hashable, Sendable, Codable {
    package let entry: JournalEntry
    /// The payload as JSON; nil where it is not JSON, which only a changed entry's is.
    package let particulars: JSONValue?

    private enum CodingKeys: String, CodingKey {
        case particulars
    }

    package init(_ entry: JournalEntry) {
        self.entry = entry
        particulars = try? JSONDecoder().decode(JSONValue.self, from: Data(entry.payload.utf8))
    }

    package init(from decoder: any Decoder) throws {
        entry = try JournalEntry(from: decoder)
        particulars = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(
            JSONValue.self, forKey: .particulars)
    }

    package func encode(to encoder: any Encoder) throws {
        try entry.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(particulars, forKey: .particulars)
    }
}
