package import Doctor
package import PostgreSQL
package import Registry

extension HubDatabasePicture {
    /// What is off where it should be on. A daemon waits for its own commits, so that of its session counts.
    private static let safety = ["fsync", "full_page_writes", "synchronous_commit"]
    private static let growing = ["checkpoints", "journal", "log_leaves", "log_nodes"]

    /// Looks once, as the daemon's account, and changes nothing. `noted`: batches that have left, by a daemon's folder.
    package init(lookingAt address: PostgresAddress, noted: [BatchHandBack] = []) throws {
        self.init()
        neededSchema = HubSchema.current
        var found = self
        try PostgresSession(address, tries: 1).read { transaction in
            try found.readAccount(transaction.connection)
            try found.readSettings(transaction.connection)
            guard found.schema >= HubSchema.current else { return }
            found.contraction = try HubSchema.contraction(transaction.connection)
            guard found.contraction == nil else { return }
            try found.readHub(transaction.connection)
            let known = try HandedBackBatches(transaction.connection).whole(noted.map(\.chain))
            found.forgottenHandBacks = noted.filter { !known.contains($0.chain) }.map { $0.batches.map(\.text) }
            try found.readUnfinishedHandBacks(transaction.connection, besides: noted.map(\.chain))
        }
        self = found
    }

    private mutating func readAccount(_ connection: PostgresConnection) throws {
        let hasSteps = try connection.all(
            """
            SELECT current_user, current_setting('server_version'), rolsuper, to_regclass('schema_steps') IS NOT NULL
            FROM pg_roles WHERE rolname = current_user
            """
        ) { columns in
            (account, server, isOwner) = (try columns.text(), try columns.text(), try columns.bool())
            return try columns.bool()
        }
        if hasSteps.first == true {
            schema = try connection.number("SELECT coalesce(max(step), 0) FROM schema_steps") ?? 0
        }
        let tables = try connection.all(
            """
            SELECT relname, pg_has_role(relowner, 'USAGE'), has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE')
            FROM pg_class WHERE oid = ANY (SELECT to_regclass(name) FROM unnest($1) AS known(name)) ORDER BY relname
            """, [.texts(Self.growing)]
        ) { (name: try $0.text(), isOwned: try $0.bool(), isRewritable: try $0.bool()) }
        isOwner = isOwner || tables.contains(where: \.isOwned)
        rewritable = tables.filter(\.isRewritable).map(\.name)
    }

    private mutating func readSettings(_ connection: PostgresConnection) throws {
        unsafeSettings = try connection.all(
            "SELECT name FROM pg_settings WHERE name = ANY($1) AND setting = 'off' ORDER BY name", [.texts(Self.safety)]
        ) { try $0.text() }
        _ = try connection.all(
            """
            SELECT current_setting('data_checksums') = 'on', current_setting('archive_mode') <> 'off'
                OR EXISTS (SELECT FROM pg_replication_slots WHERE slot_type = 'physical')
            """
        ) { (hasChecksums, isArchived) = (try $0.bool(), try $0.bool()) }
    }

    private mutating func readHub(_ connection: PostgresConnection) throws {
        awaited = try connection.all(
            "SELECT coalesce(name, encode(chain, 'hex')) FROM stations WHERE awaited ORDER BY 1"
        ) { try $0.text() }
        awaitedDaemons = try connection.all("SELECT name FROM daemons WHERE run <> \(ServerRun.present) ORDER BY 1") {
            try $0.text()
        }
        openConflicts = try connection.all(
            "SELECT number FROM conflicts WHERE settled_chain IS NULL ORDER BY number"
        ) { Int(try $0.integer()) }
        checkpoint = try connection.all(
            """
            SELECT note FROM checkpoints JOIN hub ON hub.era = checkpoints.era ORDER BY size DESC LIMIT 1
            """
        ) { try $0.text() }.first
        try readUnfinishedAdoptions(connection)
    }

    private mutating func readUnfinishedAdoptions(_ connection: PostgresConnection) throws {
        unfinishedAdoptions = try connection.all(
            "SELECT station, applied, file, began FROM adopted_chains WHERE NOT ended ORDER BY began, chain"
        ) { columns in
            let (station, isApplied) = (try columns.text(), try columns.bool())
            return UnfinishedAdoption(of: station, try columns.beginning(), hasTags: isApplied)
        }
    }

    /// What is noted has ended, and the database has forgotten that: to make the registry once more would be wrong.
    private mutating func readUnfinishedHandBacks(
        _ connection: PostgresConnection, besides noted: [ChainName]
    ) throws {
        unfinishedHandBacks = try connection.all(
            "SELECT batches, file, began FROM handed_back WHERE NOT ended AND chain <> ALL($1) ORDER BY began, chain",
            [.byteStrings(noted.map(\.bytes))]
        ) { columns in
            let batches: [String] = try columns.decoded("the batches of a hand-back") ?? []
            return UnfinishedHandBack(of: batches, try columns.beginning())
        }
    }
}

extension Columns {
    fileprivate mutating func beginning() throws -> HubDatabasePicture.Beginning {
        let (file, time) = (try optionalText(), try optionalTime())
        return HubDatabasePicture.Beginning(with: file, at: time?.iso8601)
    }
}
