internal import Registry

/// Batches, without and with their tags.
extension SQLiteTables {
    func batchNames() throws -> [BatchName] {
        try database.rows("SELECT name FROM batches WHERE \(StagedBatch.isShown) ORDER BY number") {
            try SQLiteRegistry.identifier($0.text("name"))
        }
    }

    func batch(_ name: BatchName) throws -> Batch? {
        try head(name)?.with(
            database.rows(
                SQLiteRegistry.selectTag + " WHERE batches.name = ? ORDER BY tags.row", [.text(name.text)],
                as: SQLiteRegistry.tag))
    }

    func forEachTag(of batch: BatchName, _ receive: (Tag) throws -> Void) throws {
        try database.forEachRow(
            SQLiteRegistry.selectTag + " WHERE batches.name = ? ORDER BY tags.row", [.text(batch.text)]
        ) { try receive(try SQLiteRegistry.tag($0)) }
    }

    func head(_ name: BatchName) throws -> Batch? {
        try database.rows(
            "SELECT template, paused, protection, mirror, genuineness, doubtful, deployment FROM batches WHERE name = ?",
            [.text(name.text)]
        ) { row in
            Batch(
                name: name, template: row.optionalText("template"), tags: [], isPaused: row.integer("paused") == 1,
                rules: try SQLiteRegistry.rules(row), isDoubtful: row.integer("doubtful") == 1,
                deployment: try row.optionalText("deployment").map(SQLiteRegistry.deployment))
        }.first
    }

    func put(_ batch: Batch) throws {
        try database.run(
            """
            INSERT INTO batches (name, template, deployment, protection, mirror, genuineness, paused, doubtful)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET
                template = excluded.template, deployment = excluded.deployment, protection = excluded.protection,
                mirror = excluded.mirror, genuineness = excluded.genuineness, paused = excluded.paused,
                doubtful = excluded.doubtful
            """,
            [
                .text(staged?.text ?? batch.name.text), .optional(batch.template), .optional(batch.deployment?.text),
                .text(batch.rules.protection.rawValue), .optional(batch.rules.mirror?.rawValue),
                .text(batch.rules.genuineness.rawValue), .integer(batch.isPaused ? 1 : 0),
                .integer(batch.isDoubtful ? 1 : 0),
            ])
    }

    func remove(_ batch: BatchName) throws {
        try database.run(
            "DELETE FROM tags WHERE batch = (SELECT number FROM batches WHERE name = ?)", [.text(batch.text)])
        try database.run("DELETE FROM batches WHERE name = ?", [.text(batch.text)])
    }
}
