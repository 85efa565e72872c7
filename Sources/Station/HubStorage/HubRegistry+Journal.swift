internal import PostgreSQL
package import Registry
internal import Storage

/// The daemon's own chain, and what every chain says of a tag.
extension HubRegistry {
    static let entryColumns = "sequence, time, station, actor, kind, payload, previous"

    package func journal(from sequence: Int64, limit: Int) throws -> [JournalEntry] {
        try read { connection in
            try connection.all(
                "\(Self.selectEntry) WHERE chain = $1 AND sequence >= $2 ORDER BY sequence LIMIT $3",
                [.bytes(chain.bytes), .integer(sequence), .integer(Int64(limit))]
            ) { try $0.readEntry() }
        }
    }

    package func newestEntry() throws -> JournalEntry? {
        try read { connection in
            try connection.all(
                "\(Self.selectEntry) WHERE chain = $1 ORDER BY sequence DESC LIMIT 1", [.bytes(chain.bytes)]
            ) { try $0.readEntry() }.first
        }
    }

    package func latestTime() throws -> Timestamp? {
        try read { connection in
            let steps = try connection.all(
                "\(Self.selectEntry) WHERE chain = $1 AND kind = 'clock-set'", [.bytes(chain.bytes)]
            ) { try $0.readEntry().clockBefore }
            let newest = try connection.all(
                "SELECT time FROM chains WHERE chain = $1", [.bytes(chain.bytes)]
            ) { try $0.optionalTime() }
            return (steps + newest).compactMap { $0 }.max()
        }
    }

    package func journal(about tag: TagID) throws -> [JournalEntry] {
        try read { connection in
            // A chain's entries in their order, also where its clock was set back.
            try connection.all(
                """
                SELECT \(Self.entryColumns) FROM (
                    SELECT \(Self.entryColumns), chain,
                        max(time) OVER (PARTITION BY chain ORDER BY sequence) AS latest
                    FROM journal WHERE \(Self.concerns("$1"))
                ) AS about ORDER BY latest, chain, sequence
                """, [.kept(tag.text)]
            ) { try $0.readEntry() }
        }
    }

    /// Whether an entry names a tag, or is about a sheet with a label of it.
    static func concerns(_ tag: String) -> String {
        "(journal.tag = \(tag) OR (chain, sequence) IN (SELECT chain, sequence FROM journal_cells WHERE tag = \(tag)))"
    }

    static let selectEntry = "SELECT \(entryColumns) FROM journal"
}

extension Columns {
    /// Of ``HubRegistry/entryColumns``.
    mutating func readEntry() throws -> JournalEntry {
        let (sequence, time) = (try integer(), try time())
        let author = Author(station: try text(), actor: try text())
        return JournalEntry(
            sequence: sequence, time: time, author: author, kind: try text(), payload: try text(), previous: try text())
    }
}
