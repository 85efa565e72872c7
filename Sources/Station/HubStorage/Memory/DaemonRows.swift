internal import Grants
internal import PostgreSQL
internal import Registry
internal import Storage

/// The marks of daemons, and what the database has of what one of them knows.
struct DaemonRows {
    private let connection: PostgresConnection

    init(_ connection: PostgresConnection) {
        self.connection = connection
    }

    func mark(of daemon: ChainName) throws -> String? {
        try connection.all("SELECT mark FROM daemons WHERE daemon = $1", [.bytes(daemon.bytes)]) { try $0.text() }
            .first
    }

    /// See ``ServerRun``.
    func run() throws -> String {
        let rows = try connection.all("SELECT \(ServerRun.present)") { try $0.text() }
        guard let run = rows.first else { throw RegistryError.unreadable("the server's run", "nothing") }
        return run
    }

    func loss(of known: DaemonMemory) throws -> String? { known.loss(in: try found(of: known), run: try run()) }

    private func found(of known: DaemonMemory) throws -> DaemonMemory.Found {
        DaemonMemory.Found(
            mark: try known.daemon.flatMap { try mark(of: $0) }, digest: try known.head.flatMap { try digest(of: $0) },
            note: try known.checkpoint.flatMap { try note(of: $0) },
            handBacks: try known.handBacks.isEmpty ? [] : HandedBackBatches(connection).whole(known.handBacks.keys))
    }

    private func digest(of head: DaemonMemory.Head) throws -> String? {
        try connection.all(
            """
            \(HubRegistry.selectEntry) WHERE chain = $1 AND sequence = $2
            """, [.bytes(head.chain.bytes), .integer(head.point.sequence)]
        ) { try $0.readEntry().digest() }.first
    }

    private func note(of checkpoint: DaemonMemory.Signed) throws -> String? {
        try connection.all(
            "SELECT note FROM checkpoints WHERE era = $1 AND size = $2",
            [.bytes(checkpoint.era.bytes), .integer(checkpoint.size)]
        ) { try $0.text() }.first
    }

    /// Whether this run of the server is one in which the daemon has found all that it knew.
    func isProven(_ known: DaemonMemory) throws -> Bool { try known.daemon.map(hasLooked) ?? false }

    /// Whether a daemon has found in this run of the server all that it knew, or has begun an era for that.
    func hasLooked(_ daemon: ChainName) throws -> Bool {
        try connection.number(
            "SELECT 1::bigint FROM daemons WHERE daemon = $1 AND run = \(ServerRun.present)", [.bytes(daemon.bytes)])
            != nil
    }

    func leave(_ mark: String, of known: DaemonMemory, name: String, at time: Timestamp) throws {
        guard let daemon = known.daemon else { return }
        try connection.change(
            """
            INSERT INTO daemons (daemon, name, mark, run, seen, reads, alive)
            VALUES ($1, $2, $3, \(ServerRun.present), $4, $5, \(HubSchema.now))
            ON CONFLICT (daemon) DO UPDATE SET name = excluded.name, mark = excluded.mark, run = excluded.run,
                seen = excluded.seen, reads = excluded.reads, alive = excluded.alive
            """,
            [.bytes(daemon.bytes), .kept(name), .kept(mark), .time(time), .integer(HubSchema.current)])
    }

    /// Seconds after which a daemon that has not said that it runs is taken to have ended: some rounds in which it says so.
    private static let patience = 600

    /// Of a row of `daemons`: it runs, or its version does not say.
    static let isAlive =
        "(alive IS NULL OR reads < \(HubSchema.overtakenStep) OR alive > \(HubSchema.now) - \(patience))"

    /// Says that a daemon runs. False where it has not for so long that others may not have, either: the database was away.
    func sayAlive(_ daemon: ChainName) throws -> Bool {
        let wasAlive =
            try connection.number(
                "SELECT 1::bigint FROM daemons WHERE daemon = $1 AND \(Self.isAlive)", [.bytes(daemon.bytes)]) != nil
        try connection.change("UPDATE daemons SET alive = \(HubSchema.now) WHERE daemon = $1", [.bytes(daemon.bytes)])
        return wasAlive
    }

    /// A daemon that another one knows of and the database does not: it has to look first whether what it knows is there.
    func await(_ daemon: ChainName, at time: Timestamp) throws {
        try connection.change(
            "INSERT INTO daemons (daemon, name, mark, run, seen) VALUES ($1, $2, '', '', $3) ON CONFLICT DO NOTHING",
            [.bytes(daemon.bytes), .kept(daemon.description), .time(time)])
    }

    /// What daemons know that have not come back is given up: a person says so.
    func giveUpAwaited() throws {
        try connection.change("DELETE FROM daemons WHERE run <> \(ServerRun.present)")
    }

    func daemons() throws -> [ChainName] {
        try connection.all("SELECT daemon FROM daemons ORDER BY daemon") { try $0.chain() }
    }

    func awaited() throws -> [AwaitedDaemon] {
        try connection.all(
            "SELECT name, seen FROM daemons WHERE run <> \(ServerRun.present) ORDER BY name, daemon"
        ) { AwaitedDaemon(name: try $0.text(), seen: try $0.time()) }
    }
}
