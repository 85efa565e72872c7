internal import Checkpoints
internal import Grants
internal import PostgreSQL
internal import Registry

/// A log whose heads have not moved since its newest checkpoint, and the end of one chain in it: one look, because most
/// stations have nothing to tell most of the time.
struct LogAtRest {
    let era: Era
    let note: LogRows.Note
    /// Behind which entry the hub keeps the chain, and which its newest one is.
    let began: ChainPlace
    let head: ChainPlace
    let leaf: LogRows.Leaf?

    var signed: MemoryNote { .signed(era: era, size: Int64(clamping: note.size), note: note.text) }

    /// Has no row where a head has moved, where the chain's end is not its newest leaf or has not its newest entry's time, and
    /// where the daemon has not found what it knows in this run of the server.
    static func look(at chain: ChainName, by daemon: ChainName) -> PostgresStatement {
        PostgresStatement(statement, [.bytes(chain.bytes), .bytes(daemon.bytes)])
    }

    private static let statement = """
        SELECT hub.era, newest.size, newest.note, stations.began, stations.began_digest, chains.sequence, chains.digest,
            leaf.number
        FROM hub CROSS JOIN LATERAL
            (SELECT size, note FROM checkpoints WHERE era = hub.era ORDER BY size DESC LIMIT 1) AS newest
        JOIN stations ON stations.chain = $1 AND name IS NOT NULL
        JOIN chains ON chains.chain = $1
        LEFT JOIN LATERAL
            (SELECT number, sequence, digest FROM log_leaves WHERE era = hub.era AND chain = $1
                ORDER BY sequence DESC LIMIT 1) AS leaf ON true
        WHERE NOT EXISTS (SELECT FROM moved_heads)
            AND NOT EXISTS (SELECT FROM log_leaves AS later WHERE later.era = hub.era AND later.number >= newest.size)
            AND chains.sequence = coalesce(leaf.sequence, 0)
            AND (leaf.digest IS NULL OR leaf.digest = chains.digest)
            AND chains.time IS NOT DISTINCT FROM (
                SELECT time FROM journal WHERE journal.chain = $1 AND journal.sequence = chains.sequence)
            AND EXISTS (SELECT FROM daemons WHERE daemon = $2 AND run = \(ServerRun.present))
        """
}

extension Columns {
    mutating func readLogAtRest(of chain: ChainName) throws -> LogAtRest {
        guard let era = try optionalEra() else { throw RegistryError.unreadable("the hub's era", "nothing") }
        let note = LogRows.Note(size: try count(), text: try text())
        let began = ChainPlace(
            sequence: try integer(), digest: try optionalText() ?? JournalEntry.beforeTheFirst)
        let head = ChainPlace(sequence: try integer(), digest: try text())
        let number = try optionalInteger()
        guard let number else {
            return LogAtRest(era: era, note: note, began: began, head: head, leaf: nil)
        }
        guard let number = UInt64(exactly: number), let digest = LogHash(head.digest) else {
            throw CheckpointError.logDamaged("a leaf of chain \(chain) has the number \(number)")
        }
        let entry = HeadEntry(chain: chain, sequence: head.sequence, digest: digest)
        return LogAtRest(
            era: era, note: note, began: began, head: head, leaf: LogRows.Leaf(number: number, entry: entry))
    }
}
