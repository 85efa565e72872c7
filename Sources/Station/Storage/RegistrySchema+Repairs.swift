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
    ]
}
