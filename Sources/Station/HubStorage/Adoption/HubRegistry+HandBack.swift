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
    /// `daemon`: which one is to know of it apart from the database. It has looked in this run of the server: what it
    /// knew of batches that have left is in the database. It runs, or did so last without taking leave: so nothing is
    /// granted before it has looked, when the database is set back.
    package func beginHandBack(
        _ batches: [BatchName], to path: String, knownTo daemon: ChainName, by author: Author
    ) throws -> HandBackState {
        let drawn = ChainName.drawn()
        let file = Folder.resolved(Folder.parent(of: path)) + "/" + (path.split(separator: "/").last ?? "")
        return try commit(by: author) { change in
            try Gate.lock(nil, change.connection)
            try change.lockOwnChain()
            guard try DaemonRows(change.connection).hasLooked(daemon) else {
                throw RegistryError.unremembered(
                    "the hub's daemon of this machine does not run, or has not looked since the database was started")
            }
            if let known = try handBack(of: batches, change.connection) {
                // Another daemon may know that it has ended.
                if !known.isEnded { try requireEveryLook(change.connection, refusing: "no batch leaves the hub") }
                return known
            }
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

    /// The registry is whole, and about to get its name. Throws where the database has forgotten that its tags are not
    /// the hub's.
    package func endHandBack(_ handBack: BatchHandBack) throws {
        let count = try repeatable { connection in
            try connection.change(
                "UPDATE handed_back SET ended = true WHERE chain = $1", [.bytes(handBack.chain.bytes)])
        }
        guard count == 1 else { throw RegistryError.forgotHandBack(handBack) }
    }

    /// Behind the note that a daemon takes over: where the database was set back before that note was there, the daemon
    /// may have looked without it.
    package func confirmHandBack(_ handBack: BatchHandBack) throws {
        let known = try single { try HandedBackBatches($0).whole([handBack.chain]) }
        guard !known.isEmpty else { throw RegistryError.forgotHandBack(handBack) }
    }

    /// Throws where a daemon may know of batches that have left, and the database does not.
    func requireEveryLook(_ connection: PostgresConnection, refusing failure: String) throws {
        guard let awaited = try DaemonRows(connection).awaited().first else { return }
        throw RegistryError(
            .registryAway, failure,
            why: "the database was started anew, and the daemon \(awaited.name) has not looked whether it has all "
                + "that it knows: it may know of batches that have left the hub",
            next: "start it: sudo systemctl start waymark-hub; one that will not come: waymark hub restored")
    }

    /// What the database has forgotten, and a daemon knows.
    func bringBack(_ handBack: BatchHandBack, _ change: HubChange) throws {
        guard try HandedBackBatches(change.connection).bringBack(handBack) else { return }
        try change.record(.hubMoved(.handedBack(handBack)))
    }
}
