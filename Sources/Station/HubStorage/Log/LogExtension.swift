internal import Checkpoints
internal import PostgreSQL
internal import Registry
internal import Storage

/// The heads that have moved become entries of the log, under a new checkpoint.
struct LogExtension {
    let rows: LogRows
    let signer: NoteSigner

    /// Chains whose heads are looked at whether they have moved by their writers or otherwise; nil for all that there are.
    let looked: [ChainName]?

    /// The newest checkpoint, whether there was something to append or not. Made again, it appends nothing.
    func append() throws -> LogRows.Note {
        if let newest = try unmoved() { return newest }
        try rows.lock()
        let newest = try rows.newest()
        var frontier = try rows.frontier(at: newest?.size ?? 0)
        if let newest {
            try LogWindow(rows: rows, key: signer.key).check(newest, try frontier.root())
        }
        guard try rows.leaves(frontier.size..<frontier.size + 1).isEmpty else {
            throw CheckpointError.logDamaged("it has entries behind its newest checkpoint, of size \(frontier.size)")
        }
        let moved = try rows.takeMoved()
        let heads = try rows.missing(of: looked.map { $0 + moved })
        if let newest, heads.isEmpty { return newest }
        let first = frontier.size
        var nodes: [LogFrontier.Node] = []
        for head in heads {
            try check(head)
            nodes += try frontier.append(try LogHash.leaf(head.bytes))
        }
        let checkpoint = try Checkpoint(origin: rows.origin, size: frontier.size, root: try frontier.root())
        let note = LogRows.Note(
            size: frontier.size, text: try SignedNote(signing: checkpoint.text, by: [signer]).description)
        try rows.write(heads, at: first, nodes, under: note)
        return note
    }

    /// Where nothing has moved, nothing is locked: most stations have nothing to tell most of the time.
    private func unmoved() throws -> LogRows.Note? {
        guard let looked, let newest = try rows.newestUnmoved(), try rows.missing(of: looked).isEmpty else {
            return nil
        }
        try LogWindow(rows: rows, key: signer.key).check(newest, try rows.frontier(at: newest.size).root())
        return newest
    }

    /// Nothing is signed that the chain does not have, or that contradicts what was signed of it.
    private func check(_ head: HeadEntry) throws {
        if let leaf = try rows.newestLeaf(of: head.chain)?.entry, leaf.sequence >= head.sequence {
            throw CheckpointError.logDamaged(
                leaf.sequence == head.sequence
                    ? "entry \(head.sequence) of chain \(head.chain) is not the one that was signed"
                    : "chain \(head.chain) ends at entry \(head.sequence), and its entry \(leaf.sequence) was signed")
        }
        let place = ChainPlace(sequence: head.sequence, digest: head.digest.text)
        let entry = try rows.connection.all(
            "\(HubRegistry.selectEntry) WHERE chain = $1 AND sequence = $2",
            [.bytes(head.chain.bytes), .integer(head.sequence)]
        ) { try $0.readEntry() }.first
        if let entry, try entry.digest() == place.digest { return }
        // The entry with which a station enrolled stays at the station.
        guard entry == nil, try began(head.chain) == place else {
            throw CheckpointError.logDamaged(
                "chain \(head.chain) ends at entry \(head.sequence) by its head, and has another one there or none")
        }
    }

    private func began(_ chain: ChainName) throws -> ChainPlace? {
        try rows.connection.all(
            "SELECT began, began_digest FROM stations WHERE chain = $1 AND name IS NOT NULL", [.bytes(chain.bytes)]
        ) { ChainPlace(sequence: try $0.integer(), digest: try $0.optionalText() ?? JournalEntry.beforeTheFirst) }.first
    }
}
