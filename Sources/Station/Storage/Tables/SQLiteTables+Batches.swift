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

    func forEachTag(of batch: BatchName, _ receive: (Tag, Int64) throws -> Void) throws {
        try database.forEachRow(
            SQLiteRegistry.selectTag + " WHERE batches.name = ? ORDER BY tags.row", [.text(batch.text)]
        ) { try receive(try SQLiteRegistry.tag($0), $0.integer("row")) }
    }

    func begunTags(of batch: BatchName, in states: Set<TagState>) throws -> [Tag] {
        let states = states.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
        return try database.rows(
            SQLiteRegistry.selectTag
                + " WHERE batches.name = ? AND \(RegistrySchema.usedTag) AND tags.state IN (\(states)) ORDER BY tags.row",
            [.text(batch.text)], as: SQLiteRegistry.tag)
    }

    func usedTag(of batch: BatchName) throws -> Tag? {
        let begun = """
            SELECT \(RegistrySchema.tagOfPayload) FROM journal
            WHERE kind = 'write-intended' AND \(RegistrySchema.batchOfPayload) = ?
            """
        func first(where condition: String, _ values: [SQLiteValue]) throws -> Tag? {
            try database.rows(
                SQLiteRegistry.selectTag + " WHERE batches.name = ? AND \(condition) ORDER BY tags.row LIMIT 1",
                [.text(batch.text)] + values, as: SQLiteRegistry.tag
            ).first
        }
        return try first(where: RegistrySchema.usedTag, [])
            ?? first(where: "tags.id IN (\(begun))", [.text(batch.text)])
    }

    func countTags(of batch: BatchName, upTo limit: Int) throws -> Int {
        Int(
            try number(
                "SELECT count(*) FROM (SELECT 1 FROM tags WHERE batch = (SELECT number FROM batches WHERE name = ?) LIMIT ?)",
                [.text(batch.text), .integer(Int64(limit))]))
    }

    func batchHeads() throws -> [Batch] {
        try database.rows(Self.selectHead + " WHERE \(StagedBatch.isShown) ORDER BY number") {
            try Self.head($0, named: SQLiteRegistry.identifier($0.text("name")))
        }
    }

    func head(_ name: BatchName) throws -> Batch? {
        try database.rows(Self.selectHead + " WHERE name = ?", [.text(name.text)]) { row in
            try Self.head(row, named: name)
        }.first
    }

    private static let selectHead = """
        SELECT name, template, paused, protection, mirror, genuineness, doubtful, deployment FROM batches
        """

    private static func head(_ row: borrowing ResultRow, named name: BatchName) throws -> Batch {
        Batch(
            name: name, template: row.optionalText("template"), tags: [], isPaused: row.integer("paused") == 1,
            rules: try SQLiteRegistry.rules(row), isDoubtful: row.integer("doubtful") == 1,
            deployment: try row.optionalText("deployment").map(SQLiteRegistry.deployment))
    }

    func put(_ batch: Batch) throws {
        try noteTemplate(of: batch)
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

    func noteTemplate(of batch: Batch) throws {
        try note(
            Rejudging(try head(batch.name), batch) {
                try database.integer(
                    """
                    SELECT 1 FROM batches
                    WHERE name <> ? AND \(StagedBatch.isShown) AND template IS ? AND deployment IS ? LIMIT 1
                    """, [.text(batch.name.text), .optional(batch.template), .optional(batch.deployment?.text)]) != nil
            })
    }

    /// Hides it; its rows are removed afterwards, a piece at a time.
    func remove(_ batch: BatchName) throws {
        guard let number = try number(of: batch) else { return }
        try note(.everything)
        plans?.removed[batch] = number
        try database.run(
            "UPDATE batches SET name = ? WHERE number = ?",
            [.text(StagedBatch(batch, number: number).text), .integer(number)])
    }
}
