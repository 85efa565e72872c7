import HubStorage
import PostgreSQL
import Synchronization
import TestBench

/// The databases that tests have one after the other, for making one takes as long as a hundred tests. There are as many as
/// were wanted at once, which `HubTurns` bounds.
actor HubDatabases {
    private static let direct = HubDatabases(prefix: "direct")
    private static let pooled = HubDatabases(prefix: "pooled")

    static func of(_ way: HubPlace.Way) -> HubDatabases {
        switch way {
        case .direct: direct
        case .pooled: pooled
        }
    }

    private let prefix: String
    private var made = 0
    private let free = Mutex<[String]>([])

    private init(prefix: String) { self.prefix = prefix }

    /// An empty one.
    nonisolated func take(on host: String) async throws -> String {
        guard let name = free.withLock({ $0.popLast() }) else { return try await make(on: host) }
        // One that cannot be emptied is not used again.
        try Self.empty(PostgresConnection(HubPlace.address(host, name)))
        return name
    }

    /// At once, so that the next test finds it.
    nonisolated func giveBack(_ name: String) { free.withLock { $0.append(name) } }

    private func make(on host: String) throws -> String {
        made += 1
        let name = "\(prefix)_\(made)"
        try PostgresConnection(HubPlace.address(host, "postgres")).change("CREATE DATABASE \(name)")
        try HubSchema.migrate(HubPlace.address(host, name))
        try PostgresConnection(HubPlace.address(host, name)).change(Self.saving)
        return name
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
