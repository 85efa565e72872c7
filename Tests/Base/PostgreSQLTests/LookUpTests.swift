import PostgreSQL
import TestBench
import Testing

@Suite(.needsPostgreSQL) struct `Looking many keys up` {
    private let connection: PostgresConnection
    private static let keys = PostgresValue.integers((0..<5_000).map { Int64($0) * 7 })

    init() async throws {
        connection = try await TestDatabase().connect()
        try connection.change("CREATE TABLE kept (key bigint PRIMARY KEY, value text)")
        try connection.change("INSERT INTO kept SELECT key, key::text FROM generate_series(0, 39999) AS key")
        try connection.change("ANALYZE kept")
    }

    /// How it would find them.
    private func plan() throws -> String {
        try connection.rows(
            "EXPLAIN SELECT value FROM kept JOIN unnest($1) AS wanted ON key = wanted", [Self.keys]
        ).map { try $0.text(0) ?? "" }.joined(separator: "\n")
    }

    private func settings() throws -> [String?] {
        try connection.rows(
            "SELECT setting FROM pg_settings WHERE name LIKE 'enable_%' OR name = 'jit' ORDER BY name"
        ).map { try $0.text(0) }
    }

    @Test func `takes an index, and leaves the settings as they were`() throws {
        let before = try settings()
        try connection.change("BEGIN")
        #expect(try plan().contains("Seq Scan on kept"))
        let within: [String?] = try connection.lookingUp(keys: 5_000) { try settings() }
        let plan: String = try connection.lookingUp(keys: 5_000) { try self.plan() }
        #expect(plan.contains("Index Scan using kept_pkey") && !plan.contains("Seq Scan"), "\(plan)")
        #expect(within != before)
        #expect(try settings() == before)
        try connection.change("COMMIT")
        #expect(try settings() == before)
    }

    @Test func `changes nothing for a few`() throws {
        let before = try settings()
        try connection.change("BEGIN")
        #expect(try connection.lookingUp(keys: 5) { try settings() } == before)
        try connection.change("COMMIT")
    }

    @Test func `leaves no setting behind where it fails`() throws {
        let before = try settings()
        try connection.change("BEGIN")
        #expect(throws: PostgresError.self) {
            try connection.lookingUp(keys: 5_000) { try connection.change("SELECT 1 / 0") }
        }
        try connection.change("ROLLBACK")
        #expect(try settings() == before)
    }
}
