internal import Faults
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
            try connection.all(
                "\(Self.selectEntry) WHERE \(Self.concerns("$1")) ORDER BY time, chain, sequence", [.kept(tag.text)]
            ) { try $0.readEntry() }
        }
    }

    /// Whether an entry names a tag, or is about a sheet with a label of it.
    static func concerns(_ tag: String) -> String {
        "(journal.tag = \(tag) OR (chain, sequence) IN (SELECT chain, sequence FROM journal_cells WHERE tag = \(tag)))"
    }

    static let selectEntry = "SELECT \(entryColumns) FROM journal"

    package func verifyJournal() throws -> JournalCheck { try read { try walk($0) { _ in } } }

    package func proveTables() throws -> JournalCheck {
        try read { connection in
            var replay = JournalReplay()
            let check = try walk(connection) { replay.follow($0) }
            guard check.brokenAt == nil else { return check }
            let tables = HubTables(reading: connection, of: chain)
            let deviations = try tables.compare(with: &replay, kept: tables.keptDigest)
            return JournalCheck(
                entries: check.entries, brokenAt: nil, deviations: Array(deviations.prefix(100)),
                unproven: replay.unproven)
        }
    }

    private struct BrokenChain: Error {}

    /// Checks that each entry is where it belongs and found by what it names, that the last one is the chain's head, and
    /// hands them over.
    private func walk(
        _ connection: PostgresConnection, _ receive: (JournalEntry) throws -> Void
    ) throws -> JournalCheck {
        var place = ChainPlace.beforeTheFirst
        do {
            try connection.forEachRow(
                of: "SELECT \(Self.entryColumns), tag, batch FROM journal WHERE chain = $1 ORDER BY sequence",
                [.bytes(chain.bytes)]
            ) { row in
                var columns = Columns(row)
                let entry = try columns.readEntry()
                let (tag, batch) = (try columns.optionalText(), try columns.optionalText())
                guard entry.sequence == place.sequence + 1, entry.previous == place.digest,
                    entry.subject.tag == tag, entry.subject.batch == batch
                else { throw BrokenChain() }
                try receive(entry)
                place = ChainPlace(sequence: entry.sequence, digest: try entry.digest())
            }
        } catch is BrokenChain {
            return JournalCheck(entries: place.sequence, brokenAt: place.sequence + 1)
        }
        let head =
            try connection.all(
                "SELECT sequence, digest FROM chains WHERE chain = $1", [.bytes(chain.bytes)]
            ) { ChainPlace(sequence: try $0.integer(), digest: try $0.text()) }.first ?? .beforeTheFirst
        guard head == place else {
            // Entries behind the last are missing, or the last is another one.
            let broken = head.sequence > place.sequence ? place.sequence + 1 : place.sequence
            return JournalCheck(entries: broken - 1, brokenAt: broken)
        }
        return JournalCheck(entries: place.sequence, brokenAt: nil)
    }
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
