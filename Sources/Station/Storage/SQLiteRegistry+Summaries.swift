package import Registry

/// Batches at a glance: what is asked most, and must not take longer for a large one.
extension SQLiteRegistry {
    package func batches() throws -> [BatchSummary] { try summaries() }

    package func batch(summary name: BatchName) throws -> BatchSummary? {
        try summaries("AND name = ?", [.text(name.text)]).first
    }

    package func batch(head name: BatchName) throws -> Batch? { try translatingErrors { try tables.head(name) } }

    /// In the order in which they were made.
    private func summaries(_ condition: String = "", _ values: [SQLiteValue] = []) throws -> [BatchSummary] {
        try translatingErrors {
            // Heads and counts of one moment.
            try database.run("BEGIN")
            defer { try? database.run("ROLLBACK") }
            let heads = try database.rows(
                """
                SELECT number, name, paused, protection, mirror, genuineness, deployment,
                       (SELECT coalesce(sum(rows), 0) FROM plan_blocks WHERE batch = batches.number) AS all_tags
                FROM batches WHERE \(StagedBatch.isShown) \(condition) ORDER BY number
                """, values
            ) { row in
                (
                    number: row.integer("number"), name: try Self.identifier(row.text("name")) as BatchName,
                    tags: Int(row.integer("all_tags")), isPaused: row.integer("paused") == 1,
                    rules: try Self.rules(row), deployment: try row.optionalText("deployment").map(Self.deployment)
                )
            }
            return try heads.map { head in
                BatchSummary(
                    name: head.name, counts: try counts(ofBatch: head.number, tags: head.tags),
                    isPaused: head.isPaused, rules: head.rules, deployment: head.deployment)
            }
        }
    }

    /// Tags that are only planned are counted by the blocks of plans: they may be a million.
    private func counts(ofBatch number: Int64, tags: Int) throws -> [TagState: Int] {
        let used = try database.rows(
            """
            SELECT state, count(*) AS count FROM tags WHERE batch = ? AND \(RegistrySchema.usedTag)
                AND state <> 'planned' GROUP BY state
            """, [.integer(number)]
        ) { (state: try Self.name($0.text("state")) as TagState, count: Int($0.integer("count"))) }
        var counts = Dictionary(uniqueKeysWithValues: used.map { ($0.state, $0.count) })
        counts[.planned] = tags - used.map(\.count).reduce(0, +)
        return counts
    }
}
