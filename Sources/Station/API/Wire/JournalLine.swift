internal import Foundation
public import OpenAPI
public import Registry

/// A journal entry as programs get it: as it is kept, and its payload once more as JSON.
///
/// The `payload` stays the text that the chain's digests are made of. See: docs/journal.md
public struct JournalLine: Hashable, Sendable, Codable {
    public let entry: JournalEntry
    /// The payload as JSON; nil where it is not JSON, which only a changed entry's is.
    public let particulars: JSONValue?

    private enum CodingKeys: String, CodingKey {
        case particulars
    }

    public init(_ entry: JournalEntry) {
        self.entry = entry
        particulars = try? JSONDecoder().decode(JSONValue.self, from: Data(entry.payload.utf8))
    }

    public init(from decoder: any Decoder) throws {
        entry = try JournalEntry(from: decoder)
        particulars = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(
            JSONValue.self, forKey: .particulars)
    }

    public func encode(to encoder: any Encoder) throws {
        try entry.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(particulars, forKey: .particulars)
    }
}
