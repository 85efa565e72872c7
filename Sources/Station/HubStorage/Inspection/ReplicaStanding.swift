internal import PostgreSQL
internal import Registry

/// What a server at which audits read evidence is to the database.
enum ReplicaStanding: Equatable {
    /// It has all that the database had, or is the database itself.
    case current
    /// Bytes of WAL.
    case behind(by: Int64)
    case stranger
}

/// How far the database has come, and what a server that follows it is recognised by.
struct DatabasePlace {
    /// The end of its WAL that is on the disk.
    private let written: String
    /// Of the server: see ``ServerRun``.
    private let run: String
    /// A chain that the database has. Names of chains are drawn at random, so that no other database has it.
    private let chain: [UInt8]?
    /// Whether a server that is behind may not have it yet.
    private let isNew: Bool

    /// `chain`: of a run of a daemon, where it has changed anything; it tells also a server that has left the others before.
    /// Nil: the one that has stayed longest as it is.
    init(of database: PostgresConnection, recognisedBy chain: ChainName? = nil) throws {
        isNew = chain != nil
        let found = try database.all(
            """
            SELECT pg_current_wal_flush_lsn()::text, \(ServerRun.present),
                (SELECT chain FROM chains WHERE chain = coalesce($1, chain) ORDER BY time NULLS LAST LIMIT 1)
            """, [chain.map { .bytes($0.bytes) } ?? .null]
        ) { (written: try $0.text(), run: try $0.text(), chain: try $0.optionalBytes()) }
        guard let found = found.first else { throw HubSchema.refusal("it has not said how far it is") }
        (written, run, self.chain) = (found.written, found.run, found.chain)
    }

    func standing(of replica: PostgresConnection) throws -> ReplicaStanding {
        let found = try replica.all(
            """
            SELECT \(ServerRun.unlessFollowing),
                coalesce(pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()), 0)::bigint,
                $2::bytea IS NULL OR EXISTS (SELECT 1 FROM chains WHERE chain = $2)
            """, [.text(written), chain.map { .bytes($0) } ?? .null]
        ) { (run: try $0.text(), missing: try $0.integer(), isOurs: try $0.bool()) }
        guard let found = found.first else { return .stranger }
        if !found.run.isEmpty { return found.run == run ? .current : .stranger }
        if found.missing > 0, found.isOurs || isNew { return .behind(by: found.missing) }
        return found.isOurs ? .current : .stranger
    }
}
