/// What is known of tags whose plans were lost with a registry that was replaced by its backup: a version of the schema
/// on its own.
extension RegistrySchema {
    static let restoration = [
        """
        CREATE TABLE spent_tags (
            id TEXT PRIMARY KEY, state TEXT NOT NULL, uid TEXT, product TEXT, written_url TEXT, protection TEXT,
            mirror TEXT, genuineness TEXT, key TEXT, intended_key TEXT, prints INTEGER NOT NULL CHECK (prints >= 0),
            proven INTEGER NOT NULL CHECK (proven IN (0, 1))
        ) STRICT, WITHOUT ROWID
        """,
        // More of the batch may be on chips than the registry knows.
        "ALTER TABLE batches ADD COLUMN doubtful INTEGER NOT NULL DEFAULT 0 CHECK (doubtful IN (0, 1))",
        "CREATE INDEX journal_clock ON journal (sequence) WHERE kind = 'clock-set'",
        // Users see a finding's number: after a restoration no other finding gets it.
        "CREATE TABLE spent_numbers (name TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    ]
}
