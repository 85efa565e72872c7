/// One line of the station's memory. Entries are never changed or removed.
public struct JournalEntry: Hashable, Sendable, Codable {
    /// 1 for the first entry, without gaps.
    public let sequence: Int64
    public let time: Timestamp
    public let author: Author
    /// The kind of ``JournalEvent``.
    public let kind: String
    /// The event as JSON on one line, with sorted keys.
    public let payload: String
    /// SHA-256 of the ``canonicalBytes`` of the entry before this one, in lower-case hexadecimal; 64 zeros
    /// for the first.
    public let previous: String

    public static let beforeTheFirst = String(repeating: "0", count: 64)

    public init(
        sequence: Int64, time: Timestamp, author: Author, kind: String, payload: String, previous: String
    ) {
        self.sequence = sequence
        self.time = time
        self.author = author
        self.kind = kind
        self.payload = payload
        self.previous = previous
    }

    /// What the next entry's ``previous`` is the digest of: seven lines, so that the chain can be checked
    /// with `printf` and `sha256sum`. No field holds a line feed (``Author`` and JSON see to it), so two
    /// different entries never have the same bytes.
    public var canonicalBytes: [UInt8] {
        var bytes = Array(String(sequence).utf8)
        bytes.reserveCapacity(256 + payload.utf8.count)
        for line in [time.iso8601, author.station, author.actor, kind, payload, previous] {
            bytes.append(UInt8(ascii: "\n"))
            bytes += line.utf8
        }
        return bytes
    }
}
