internal import PostgreSQL
internal import Registry

/// What the database says of the hub at one moment.
///
/// Seven statements, all by keys or over tables with a row for each station or chain: nothing that grows with tags, entries or
/// evidence is counted. At ten thousand stations they take 0.04 s.
struct HubMeasurement: Sendable {
    struct Stations: Sendable {
        var heard: Int64 = 0
        var silent: Int64 = 0
        var lost: Int64 = 0
        var awaited: Int64 = 0
        var unapplied: Int64 = 0
        var oldestUnapplied: Timestamp?
        var unsent: Int64 = 0
    }

    struct UntakenGrant: Hashable, Sendable {
        let chain: ChainName
        let request: Int64
    }

    struct Conflicts: Sendable {
        let code: String
        let count: Int64
        let open: Int64
        let newestOpen: Timestamp?
    }

    /// The end of the log of an era.
    struct Log: Hashable, Sendable {
        let era: Era
        let size: Int64
    }

    struct Replica: Sendable {
        let name: String
        let bytes: Int64
        let seconds: Double
    }

    var stations = Stations()
    var awaitedDaemons: Int64 = 0
    /// How many tags each has.
    var untaken: [UntakenGrant: Int64] = [:]
    var conflicts: [Conflicts] = []
    var log: Log?
    var unsignedHeads: Int64 = 0
    /// The end of this daemon's chain.
    var newestEntry: Int64 = 0
    var databaseBytes: Int64 = 0
    var frozenAge: Int64 = 0
    var deadRows: [(table: String, count: Int64)] = []
    var changedContents: Int64 = 0
    var replicas: [Replica] = []

    /// A station that was not heard for so long is silent.
    private static let silence: Int64 = 24 * 3_600_000
    /// Tables whose rows are changed in place.
    private static let hotTables = [
        "chains", "changed", "evidence", "grants", "judged", "judging", "moved_heads", "requests", "stations", "tags",
    ]

    init(of chain: ChainName, at time: Timestamp, _ connection: PostgresConnection) throws {
        stations = try Self.stations(heardSince: time.milliseconds - Self.silence, connection)
        try readGrants(connection)
        conflicts = try connection.all(
            """
            SELECT code, count(*), count(*) FILTER (WHERE settled_chain IS NULL),
                max(noted) FILTER (WHERE settled_chain IS NULL)
            FROM conflicts GROUP BY code ORDER BY code
            """
        ) {
            Conflicts(
                code: try $0.text(), count: try $0.integer(), open: try $0.integer(),
                newestOpen: try $0.optionalTime())
        }
        try readLog(of: chain, connection)
        try readTables(connection)
        // Without a right to see it, a replica has no state.
        replicas = try connection.all(
            """
            SELECT application_name, max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn))::bigint,
                max(extract(epoch FROM coalesce(replay_lag, interval '0')))::double precision
            FROM pg_stat_replication WHERE state IN ('streaming', 'catchup') AND replay_lsn IS NOT NULL
            GROUP BY application_name ORDER BY application_name
            """
        ) { Replica(name: try $0.text(), bytes: try $0.integer(), seconds: try $0.double()) }
    }

    private static func stations(heardSince time: Int64, _ connection: PostgresConnection) throws -> Stations {
        let found = try connection.all(
            """
            SELECT count(*) FILTER (WHERE NOT lost AND last >= $1), count(*) FILTER (WHERE NOT lost AND last < $1),
                count(*) FILTER (WHERE lost), (SELECT count(*) FROM stations WHERE awaited),
                coalesce(sum(sequence - applied) FILTER (WHERE NOT lost), 0)::bigint,
                min(CASE WHEN NOT lost AND applied < sequence THEN (
                    SELECT time FROM journal WHERE journal.chain = known.chain AND journal.sequence = applied + 1) END),
                coalesce(sum(greatest(head - sequence, 0)) FILTER (WHERE NOT lost), 0)::bigint
            FROM (
                SELECT stations.chain, lost, applied, head, sequence, coalesce(contact, enrolled, 0) AS last
                FROM stations JOIN chains ON chains.chain = stations.chain WHERE name IS NOT NULL
            ) AS known
            """, [.integer(time)]
        ) { columns in
            var found = Stations()
            (found.heard, found.silent, found.lost) = (
                try columns.integer(), try columns.integer(), try columns.integer()
            )
            (found.awaited, found.unapplied) = (try columns.integer(), try columns.integer())
            (found.oldestUnapplied, found.unsent) = (try columns.optionalTime(), try columns.integer())
            return found
        }.first
        return found ?? Stations()
    }

    /// By an index of those alone. A lost station takes none.
    private mutating func readGrants(_ connection: PostgresConnection) throws {
        let grants = try connection.all(
            """
            SELECT grants.chain, request, coalesce(json_array_length(tags::json), 0)::bigint
            FROM grants JOIN stations ON stations.chain = grants.chain WHERE state = 'given' AND NOT lost
            """
        ) { (UntakenGrant(chain: try $0.chain(), request: try $0.integer()), try $0.integer()) }
        untaken = Dictionary(grants) { first, _ in first }
    }

    /// A look into the index of leaves for each chain that may have moved: as a condition with EXISTS all leaves would be read.
    /// A new log has none yet.
    private mutating func readLog(of chain: ChainName, _ connection: PostgresConnection) throws {
        _ = try connection.all(
            """
            SELECT era, log.size,
                (SELECT count(*) FROM chains
                WHERE sequence > 0 AND (log.size = 0 OR chain IN (SELECT chain FROM moved_heads)) AND (
                    SELECT number FROM log_leaves AS leaf WHERE leaf.era = hub.era AND leaf.chain = chains.chain
                        AND leaf.sequence = chains.sequence) IS NULL),
                coalesce((SELECT sequence FROM chains WHERE chain = $1), 0),
                (SELECT count(*) FROM daemons WHERE run <> \(ServerRun.present))
            FROM hub, LATERAL (
                SELECT coalesce(max(size), 0) AS size FROM checkpoints WHERE checkpoints.era = hub.era) AS log
            """, [.bytes(chain.bytes)]
        ) { columns in
            log = try columns.optionalEra().map { Log(era: $0, size: try columns.integer()) }
            (unsignedHeads, newestEntry) = (try columns.integer(), try columns.integer())
            awaitedDaemons = try columns.integer()
        }
    }

    private mutating func readTables(_ connection: PostgresConnection) throws {
        _ = try connection.all(
            """
            SELECT pg_database_size(datname), age(datfrozenxid) FROM pg_database WHERE datname = current_database()
            """
        ) { (databaseBytes, frozenAge) = (try $0.integer(), try $0.integer()) }
        let rows = try connection.all(
            """
            SELECT relname, n_live_tup, n_dead_tup FROM pg_stat_user_tables
            WHERE schemaname = current_schema() AND relname = ANY($1) ORDER BY relname
            """, [.texts(Self.hotTables)]
        ) { (table: try $0.text(), live: try $0.integer(), dead: try $0.integer()) }
        deadRows = rows.map { ($0.table, $0.dead) }
        changedContents = rows.first { $0.table == "changed" }?.live ?? 0
    }
}
