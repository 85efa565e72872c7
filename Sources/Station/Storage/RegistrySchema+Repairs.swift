/// What is done about findings: a version of the schema on its own.
extension RegistrySchema {
    static let repairs = [
        "ALTER TABLE findings ADD COLUMN repair TEXT",
        "DROP INDEX findings_whole",
        // Rows that no digest proves are in an index with all their columns: see ``proof``.
        """
        CREATE INDEX findings_whole ON findings (
            identity, state, code, severity, stores, tags, batches, message, next, since, last_found, resolved, evidence,
            accepted_reason, accepted_by, accepted_at, accepted_tags, words, repair
        )
        """,
        "CREATE TABLE repair_pictures (finding INTEGER PRIMARY KEY REFERENCES findings, before BLOB, after BLOB) STRICT",
        // Of note and picture: see ``PictureProof``. Rows that are there already get theirs when the file is opened.
        "ALTER TABLE remarks ADD COLUMN digest INTEGER",
        // The last number that was given out is in an index, too: in `sqlite_sequence` SQLite compares it with nothing.
        "INSERT OR REPLACE INTO spent_numbers SELECT name, seq FROM sqlite_sequence WHERE name = 'remarks'",
        "CREATE INDEX remarks_without_digest ON remarks (number) WHERE digest IS NULL",
    ]
}
