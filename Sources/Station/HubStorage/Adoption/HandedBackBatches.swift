internal import PostgreSQL
internal import Registry

/// Batches that have left the hub, and the chains that hold their tags for good.
struct HandedBackBatches {
    private let connection: PostgresConnection

    init(_ connection: PostgresConnection) { self.connection = connection }

    /// Those of these chains whose registry is whole.
    func whole(_ chains: some Collection<ChainName>) throws -> Set<ChainName> {
        Set(
            try connection.all(
                "SELECT chain FROM handed_back WHERE ended AND chain = ANY($1)", [.byteStrings(chains.map(\.bytes))]
            ) { try $0.chain() })
    }

    /// The others of which the registry is whole.
    func whole(besides chains: some Collection<ChainName>) throws -> [BatchHandBack] {
        try all("WHERE ended AND chain <> ALL($1)", [.byteStrings(chains.map(\.bytes))])
    }

    func all(_ condition: String = "", _ values: [PostgresValue] = []) throws -> [BatchHandBack] {
        try connection.all(
            "SELECT chain, batches, tags FROM handed_back \(condition) ORDER BY chain", values
        ) { columns in
            let chain = try columns.chain()
            let batches: [BatchName] = try columns.decoded("the batches of a hand-back") ?? []
            return BatchHandBack(chain: chain, batches: batches, tags: Int(try columns.integer()))
        }
    }

    /// One that the database has forgotten. False where it has that, and not only that the registry is whole.
    func bringBack(_ handBack: BatchHandBack) throws -> Bool {
        let key = PostgresValue.bytes(handBack.chain.bytes)
        let isNew = try connection.number("SELECT 1::bigint FROM handed_back WHERE chain = $1", [key]) == nil
        try connection.change(
            """
            INSERT INTO handed_back (chain, batches, tags, ended) VALUES ($1, $2, $3, true)
            ON CONFLICT (chain) DO UPDATE SET ended = true
            """, [key, .kept(try handBack.batches.json), .integer(Int64(handBack.tags))])
        for batch in handBack.batches { try hold(tagsOf: batch, by: handBack.chain) }
        return isNew
    }

    /// What comes into a batch that has left, because the database had forgotten it or part of it, is not the hub's
    /// either.
    func hold(tagsOf batches: [BatchName]) throws {
        for handBack in try all() {
            for batch in handBack.batches where batches.contains(batch) {
                try hold(tagsOf: batch, by: handBack.chain)
            }
        }
    }

    /// A station that had such a tag gave it back, or was lost, before the batch left, and will say so: until then both
    /// claim it. The end of an adoption frees what the adopted chain holds.
    private func hold(tagsOf batch: BatchName, by chain: ChainName) throws {
        let ofBatch = "tags.batch = (SELECT number FROM batches WHERE name = $2)"
        let values: [PostgresValue] = [.bytes(chain.bytes), .kept(batch.text)]
        try connection.change(
            """
            UPDATE tags SET holder = $1 WHERE \(ofBatch)
                AND (holder IS NULL OR holder IN (SELECT chain FROM adopted_chains))
            """, values)
        try connection.change(
            """
            INSERT INTO claims (tag, chain) SELECT id, $1 FROM tags WHERE \(ofBatch) AND holder <> $1
            ON CONFLICT DO NOTHING
            """, values)
    }
}
