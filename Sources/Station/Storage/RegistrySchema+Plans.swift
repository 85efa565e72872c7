/// Changes of a few tags of a large batch: a version of the schema on its own.
extension RegistrySchema {
    static let plans = [
        // The digests of blocks of plans: see docs/journal.md. Those of batches that are here already are made at opening.
        """
        CREATE TABLE plan_blocks (
            batch INTEGER NOT NULL REFERENCES batches, block INTEGER NOT NULL CHECK (block >= 0),
            rows INTEGER NOT NULL CHECK (rows > 0), digest TEXT NOT NULL, PRIMARY KEY (batch, block)
        ) STRICT, WITHOUT ROWID
        """,
        // Most tags of a large batch are only planned: these are the others.
        "CREATE INDEX tags_used ON tags (batch, state) WHERE \(usedTag)",
        "CREATE INDEX journal_intents ON journal (\(batchOfPayload)) WHERE kind = 'write-intended'",
    ]

    /// A condition of the index of tags, word for word in the queries that it is for.
    static let usedTag = "(state <> 'planned' OR prints > 0)"

    /// The batch that an entry is about: see ``tagOfPayload``.
    static let batchOfPayload = "CASE json_valid(payload) WHEN 1 THEN json_extract(payload, '$.batch') END"
}
