/// What the journal's digests ask for, and indexes that hold whole rows: a version of the schema on its own.
///
/// `PRAGMA integrity_check` compares each row with its entries in indexes. Rows that neither the journal nor a digest of
/// their own proves are in an index with all their columns, so that a byte that a disk has changed shows.
extension RegistrySchema {
    static let proof =
        [
            // No entry says how these came: browsers show their token once more.
            "DELETE FROM sessions",
            // The chain proves each entry by the next one; this is for a page that a disk has changed.
            """
            CREATE TABLE newest_entry (
                number INTEGER PRIMARY KEY CHECK (number = 1), sequence INTEGER NOT NULL, digest TEXT NOT NULL
            ) STRICT
            """,
        ]
        + whole.map { table, columns in "CREATE INDEX \(table)_whole ON \(table) (\(columns))" }

    /// The columns behind those of the key, which are in each index anyway.
    private static let whole = [
        ("deployments", "template, profile"),
        ("former_carriers", "tag, uid, url, cause, ended"),
        (
            "spent_tags",
            "state, uid, product, written_url, protection, mirror, genuineness, key, intended_key, prints, proven"
        ),
        ("spent_numbers", "last"),
        ("tokens", "role, digest, created, expires, expired"),
        ("requests", "time, state, request, status, headers, body, personal"),
        ("imports", "kind, file, open, kept"),
        ("audits", "time, batch, last_import"),
        (
            "verdicts", "content, audit, store, verdict, probability, distance, found_store, last_seen, last_inside"
        ),
        (
            "findings",
            """
            identity, state, code, severity, stores, tags, batches, message, next, since, last_found, resolved, evidence, \
            accepted_reason, accepted_by, accepted_at, accepted_tags
            """
        ),
        ("erasures", "count, swept, pending"),
    ]
}
