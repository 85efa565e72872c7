internal import PostgreSQL
internal import Registry

/// Batches, without and with their tags.
extension HubTables {
    func batchNames() throws -> [BatchName] {
        try connection.all("SELECT name FROM batches ORDER BY number") { try $0.identifier() }
    }

    func batchHeads() throws -> [Batch] {
        try connection.all("SELECT \(Columns.ofBatch) FROM batches ORDER BY number") { try $0.readBatch() }
    }

    /// Those of these batches that are there, without their tags, in the order of their creation.
    func heads(of batches: some Sequence<BatchName>) throws -> [Batch] {
        try connection.all(
            "SELECT \(Columns.ofBatch) FROM batches WHERE name = ANY($1) ORDER BY number",
            [.kept(batches.map(\.text))]
        ) { try $0.readBatch() }
    }

    func batch(_ name: BatchName) throws -> Batch? {
        guard let head = try head(name) else { return nil }
        return head.with(
            try connection.all(
                Columns.selectTag + " WHERE batches.name = $1 ORDER BY tags.row", [.kept(name.text)]
            ) { try $0.readTag() })
    }

    func forEachTag(of batch: BatchName, _ receive: (Tag, Int64) throws -> Void) throws {
        try connection.forEachRow(
            of: Columns.selectTag + " WHERE batches.name = $1 ORDER BY tags.row", [.kept(batch.text)]
        ) { row in
            var columns = Columns(row)
            let placed = try columns.readPlacedTag()
            try receive(placed.tag, placed.row)
        }
    }

    func begunTags(of batch: BatchName, in states: Set<TagState>) throws -> [Tag] {
        try connection.all(
            Columns.selectTag
                + " WHERE batches.name = $1 AND \(HubSchema.usedTag) AND tags.state = ANY($2) ORDER BY tags.row",
            [.kept(batch.text), .texts(states.map(\.rawValue))]
        ) { try $0.readTag() }
    }

    func usedTag(of batch: BatchName) throws -> Tag? {
        func first(where condition: String) throws -> Tag? {
            try connection.all(
                Columns.selectTag + " WHERE batches.name = $1 AND \(condition) ORDER BY tags.row LIMIT 1",
                [.kept(batch.text)]
            ) { try $0.readTag() }.first
        }
        return try first(where: HubSchema.usedTag)
            ?? first(
                where: "tags.id IN (SELECT tag FROM journal WHERE kind = 'write-intended' AND journal.batch = $1)")
    }

    func countTags(of batch: BatchName, upTo limit: Int) throws -> Int {
        Int(
            try connection.number(
                """
                SELECT count(*) FROM
                    (SELECT 1 FROM tags WHERE batch = (SELECT number FROM batches WHERE name = $1) LIMIT $2) AS counted
                """, [.kept(batch.text), .integer(Int64(limit))]) ?? 0)
    }

    func head(_ name: BatchName) throws -> Batch? {
        try connection.all("SELECT \(Columns.ofBatch) FROM batches WHERE name = $1", [.kept(name.text)]) {
            try $0.readBatch()
        }.first
    }

    /// Numbers are given in the order of creation: every gate is locked.
    func put(_ batch: Batch) throws {
        try noteTemplate(of: batch)
        try connection.change(
            """
            INSERT INTO batches (number, \(Columns.ofBatch))
            VALUES ((SELECT coalesce(max(number), 0) + 1 FROM batches), $1, $2, $3, $4, $5, $6, $7, $8)
            ON CONFLICT (name) DO UPDATE SET
                template = excluded.template, deployment = excluded.deployment, paused = excluded.paused,
                doubtful = excluded.doubtful, protection = excluded.protection, mirror = excluded.mirror,
                genuineness = excluded.genuineness
            """,
            [
                .kept(batch.name.text), .optional(batch.template), .optional(batch.deployment?.text),
                .bool(batch.isPaused), .bool(batch.isDoubtful), .kept(batch.rules.protection.rawValue),
                .optional(batch.rules.mirror?.rawValue), .kept(batch.rules.genuineness.rawValue),
            ])
    }

    private func noteTemplate(of batch: Batch) throws {
        work.note(
            try Rejudging(try head(batch.name), batch) {
                try connection.number(
                    """
                    SELECT 1::bigint FROM batches WHERE name <> $1 AND template IS NOT DISTINCT FROM $2
                        AND deployment IS NOT DISTINCT FROM $3 LIMIT 1
                    """, [.kept(batch.name.text), .optional(batch.template), .optional(batch.deployment?.text)]) != nil
            })
    }

    func remove(_ batch: BatchName) throws {
        guard let number = try number(of: batch) else { return }
        work.note(.everything)
        work.removed[batch] = try planBlocks(ofBatch: number)
        for table in ["tags", "plan_blocks"] {
            try connection.change("DELETE FROM \(table) WHERE batch = $1", [.integer(number)])
        }
        try connection.change("DELETE FROM batches WHERE number = $1", [.integer(number)])
    }

    func number(of batch: BatchName) throws -> Int64? {
        try connection.number("SELECT number FROM batches WHERE name = $1", [.kept(batch.text)])
    }
}
