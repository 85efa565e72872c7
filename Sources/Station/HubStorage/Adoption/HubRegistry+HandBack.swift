internal import Faults
internal import Grants
internal import PostgreSQL
package import Registry
internal import Storage
internal import UnixSystem

/// How batches leave the hub for a registry that works by itself.
extension HubRegistry {
    /// Batches that were given up, and whether the registry that they went to has its name.
    package struct HandBackState: Sendable {
        package let handBack: BatchHandBack
        package let isEnded: Bool
    }

    /// Takes the batches away from every station and from the hub, once. The same batches again: the same answer.
    package func beginHandBack(_ batches: [BatchName], to path: String, by author: Author) throws -> HandBackState {
        let drawn = ChainName.drawn()
        let file = Folder.resolved(Folder.parent(of: path)) + "/" + (path.split(separator: "/").last ?? "")
        return try commit(by: author) { change in
            try Gate.lock(nil, change.connection)
            try change.lockOwnChain()
            if let known = try handBack(of: batches, change.connection) { return known }
            let rows = change.rows()
            for batch in batches { try HubGrantTables(rows).checkHandBack(of: batch) }
            var tags = 0
            for batch in batches {
                tags += try change.connection.change(
                    "UPDATE tags SET holder = $1 WHERE batch = (SELECT number FROM batches WHERE name = $2)",
                    [.bytes(drawn.bytes), .kept(batch.text)])
            }
            let handBack = BatchHandBack(chain: drawn, batches: batches, tags: tags)
            try change.connection.change(
                "INSERT INTO handed_back (chain, batches, tags, ended, file, began) VALUES ($1, $2, $3, false, $4, $5)",
                [
                    .bytes(drawn.bytes), .kept(try batches.json), .integer(Int64(tags)), .kept(file),
                    .time(change.time),
                ])
            try change.record(.hubMoved(.handedBack(handBack)))
            return HandBackState(handBack: handBack, isEnded: false)
        }
    }

    private func handBack(of batches: [BatchName], _ connection: PostgresConnection) throws -> HandBackState? {
        try connection.all(
            "SELECT chain, tags, ended FROM handed_back WHERE batches = $1", [.kept(try batches.json)]
        ) { columns in
            let (chain, tags) = (try columns.chain(), Int(try columns.integer()))
            return HandBackState(
                handBack: BatchHandBack(chain: chain, batches: batches, tags: tags), isEnded: try columns.bool())
        }.first
    }

    /// What the registry gets besides the tags, its batches without them, and the hub's last finding.
    package func documents(of handBack: BatchHandBack) throws -> (documents: HubDocuments, lastFinding: Int64) {
        try read { connection in
            (
                try GrantDocuments(connection, chain).neededBy(handBack.batches),
                try HubTables(reading: connection, of: chain).lastFinding()
            )
        }
    }

    /// A batch with its tags, and what these were on before. Neither the hub nor a station changes them any more.
    package func contents(of batch: BatchName) throws -> (batch: Batch, formerCarriers: [FormerCarrier])? {
        try read { connection in
            let tables = HubTables(reading: connection, of: chain)
            guard let found = try tables.batch(batch) else { return nil }
            return (found, try tables.formerCarriers(of: batch))
        }
    }

    /// The registry is whole, and about to get its name.
    package func endHandBack(_ handBack: BatchHandBack) throws {
        _ = try repeatable { connection in
            try connection.change(
                "UPDATE handed_back SET ended = true WHERE chain = $1", [.bytes(handBack.chain.bytes)])
        }
    }
}
