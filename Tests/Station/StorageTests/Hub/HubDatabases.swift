import HubStorage
import PostgreSQL
import TestBench

/// The databases that tests take in turns: so many at a time, for a server has so many connections, and making one takes as
/// long as a hundred tests.
actor HubDatabases {
    private static let direct = HubDatabases(prefix: "direct", limit: 16)
    private static let pooled = HubDatabases(prefix: "pooled", limit: 6)

    static func of(_ way: HubPlace.Way) -> HubDatabases {
        switch way {
        case .direct: direct
        case .pooled: pooled
        }
    }

    private let prefix: String
    private let limit: Int
    private var made = 0
    private var free: [String] = []
    private var waiting: [CheckedContinuation<String, Never>] = []

    private init(prefix: String, limit: Int) {
        self.prefix = prefix
        self.limit = limit
    }

    /// An empty one.
    func take(on host: String) async throws -> String {
        let server = HubPlace.address(host, "postgres")
        if free.isEmpty, made < limit {
            made += 1
            let name = "\(prefix)_\(made)"
            try PostgresConnection(server).change("CREATE DATABASE \(name)")
            try HubSchema.migrate(HubPlace.address(host, name))
            try PostgresConnection(HubPlace.address(host, name)).change(Self.saving)
            return name
        }
        let name = free.popLast()
        let taken = if let name { name } else { await withCheckedContinuation { waiting.append($0) } }
        try Self.empty(PostgresConnection(HubPlace.address(host, taken)))
        return taken
    }

    func giveBack(_ name: String) {
        if waiting.isEmpty { free.append(name) } else { waiting.removeFirst().resume(returning: name) }
    }

    /// Copies of the tables that the migration fills.
    private static let saving = """
        DO $$ DECLARE name text; filled boolean; BEGIN
            CREATE SCHEMA seeds;
            FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
                EXECUTE format('SELECT EXISTS (SELECT 1 FROM public.%I)', name) INTO filled;
                IF filled THEN EXECUTE format('CREATE TABLE seeds.%I AS TABLE public.%I', name, name); END IF;
            END LOOP;
        END $$
        """

    /// As the migration leaves it.
    private static func empty(_ connection: PostgresConnection) throws {
        // Else the journal refuses.
        try connection.change("SET session_replication_role = replica")
        try connection.change(
            """
            DO $$ DECLARE name text; BEGIN
                FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
                    EXECUTE format('DELETE FROM public.%I', name);
                END LOOP;
                FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'seeds' LOOP
                    EXECUTE format('INSERT INTO public.%I SELECT * FROM seeds.%I', name, name);
                END LOOP;
            END $$
            """)
    }
}
