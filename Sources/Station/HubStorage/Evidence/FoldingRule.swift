internal import PostgreSQL

/// By which rule evidence is folded. What daemons of versions before have folded by theirs is folded again from its rows
/// (``Refolding``), when none of them runs any more: else they would fold it by their own once more, and nothing would
/// tell.
struct FoldingRule {
    private let connection: PostgresConnection

    init(_ connection: PostgresConnection) { self.connection = connection }

    /// In one statement.
    var isOvertaken: Bool {
        get throws {
            try connection.all(
                """
                SELECT folded_by < $1 AND NOT EXISTS (
                    SELECT 1 FROM daemons WHERE reads < $1 AND run <> '' AND \(DaemonRows.isAlive))
                FROM hub
                """, [.integer(HubSchema.latestVisitsStep)]
            ) { try $0.bool() } == [true]
        }
    }

    /// Has all evidence folded again, and judged. Every gate is locked: no piece is on its way that would add rows to what
    /// goes, or find it there. A content is in `evidence` or in `refolds` at each moment: one statement moves it.
    func refoldEverything() throws {
        // A daemon of a version before that begins meanwhile waits with its mark until this is committed, and takes it back.
        try connection.rows("SELECT 1 FROM hub FOR UPDATE")
        guard try isOvertaken else { return }
        let moved = try connection.number(
            """
            WITH gone AS (DELETE FROM evidence RETURNING content), noted AS (
                INSERT INTO refolds SELECT content FROM gone ON CONFLICT DO NOTHING
            )
            SELECT count(*) FROM gone
            """)
        // What is being judged in parts is not settled by what was left of it.
        if moved != 0 { try connection.change("UPDATE judging SET plan = plan + 1") }
        try connection.change("UPDATE hub SET folded_by = $1", [.integer(HubSchema.latestVisitsStep)])
    }
}
