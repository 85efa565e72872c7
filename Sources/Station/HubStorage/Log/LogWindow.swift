internal import Checkpoints
internal import Faults
internal import PostgreSQL
internal import Registry

/// A part of a log that is taken anew from its leaves and compared with what is kept of it. Throws `log-damaged`.
struct LogWindow {
    let rows: LogRows
    /// What the hub signs with.
    let key: NoteKey

    /// How many entries one contact looks over: the next one those behind them, and after the last the first ones.
    static let size: UInt64 = 64

    func check(_ numbers: Range<UInt64>) throws {
        guard !numbers.isEmpty else { return }
        let kept = try rows.leaves(numbers)
        var notes = try rows.notes(of: (numbers.lowerBound + 1)...numbers.upperBound)[...]
        var frontier = try rows.frontier(at: numbers.lowerBound)
        var nodes: [LogFrontier.Node] = []
        for (place, number) in numbers.enumerated() {
            guard kept.indices.contains(place), kept[place].number == number else {
                throw CheckpointError.logDamaged("its entry \(number) is missing")
            }
            nodes += try frontier.append(try LogHash.leaf(kept[place].entry.bytes))
            while let note = notes.first, note.size == frontier.size {
                try check(note, try frontier.root())
                notes.removeFirst()
            }
        }
        guard try rows.nodes(nodes) == nodes.count else {
            throw CheckpointError.logDamaged(
                "a node over its entries \(numbers.lowerBound) to \(numbers.upperBound - 1) is not what they give")
        }
        if let leaf = try unfounded(numbers) {
            throw CheckpointError.logDamaged(
                "chain \(leaf.chain) does not have the entry \(leaf.sequence) that the log has of it")
        }
    }

    /// A checkpoint has to be this hub's, and say what its entries give.
    func check(_ note: LogRows.Note, _ root: LogHash) throws {
        let checkpoint: Checkpoint
        do {
            checkpoint = try Checkpoint(
                try SignedNote(parsing: Array(note.text.utf8)).verifiedText(by: [key]))
        } catch let error as CheckpointError {
            throw CheckpointError.logDamaged(
                "its checkpoint of size \(note.size) is not signed with the key of this daemon (\(error.reason)): every "
                    + "daemon of the hub needs the same credential checkpoint-key")
        }
        guard checkpoint.origin == rows.origin, checkpoint.size == note.size, checkpoint.root == root else {
            throw CheckpointError.logDamaged("its checkpoint of size \(note.size) is not what its entries give")
        }
    }

    /// An entry of the log that no chain has. The digest of an entry is in the one behind it, or in the chain's head.
    private func unfounded(_ numbers: Range<UInt64>) throws -> (chain: ChainName, sequence: Int64)? {
        try rows.connection.all(
            """
            SELECT chain, sequence FROM log_leaves AS leaf WHERE era = $1 AND number >= $2 AND number < $3
                AND NOT EXISTS (SELECT FROM journal WHERE journal.chain = leaf.chain
                    AND journal.sequence = leaf.sequence + 1 AND journal.previous = leaf.digest)
                AND NOT EXISTS (SELECT FROM chains WHERE chains.chain = leaf.chain
                    AND chains.sequence = leaf.sequence AND chains.digest = leaf.digest)
            ORDER BY number LIMIT 1
            """,
            [
                .bytes(rows.era.bytes), .integer(Int64(clamping: numbers.lowerBound)),
                .integer(Int64(clamping: numbers.upperBound)),
            ]
        ) { (chain: try $0.chain(), sequence: try $0.integer()) }.first
    }
}
