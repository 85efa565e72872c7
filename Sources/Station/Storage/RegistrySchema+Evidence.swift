/// Evidence folded by content (`FoldedEvidence`), beside its rows, and what audits of everything have come to: a version of
/// the schema on its own.
///
/// Rows that are there already are folded later, in short transactions: `folding` has one row while that is not done.
/// What comes in meanwhile behind its place is left to it. Places are keys of rows: all before them are folded.
///
/// A content with evidence is in `changed`, to be judged at the next audit, or in `judged`, settled, or in both: then the next
/// audit replaces what was settled. `judging` counts what makes the one of the other, see `JudgingMark`; rows of `judged` with
/// another `plan` do not count.
extension RegistrySchema {
    static let evidence =
        [
            """
            CREATE TABLE evidence (
                content INTEGER PRIMARY KEY REFERENCES contents, sightings INTEGER NOT NULL,
                last_seen INTEGER NOT NULL, visits BLOB NOT NULL, confirmations INTEGER NOT NULL,
                witnesses BLOB NOT NULL, digest INTEGER NOT NULL
            ) STRICT
            """,
            "CREATE TABLE changed (content INTEGER PRIMARY KEY REFERENCES contents, mark INTEGER NOT NULL) STRICT",
            """
            CREATE TABLE judged (
                content INTEGER PRIMARY KEY REFERENCES contents, plan INTEGER NOT NULL, sightings INTEGER NOT NULL,
                confirmations INTEGER NOT NULL, store TEXT, tag TEXT, named TEXT, visits INTEGER, first_visit INTEGER,
                last_seen INTEGER, digest INTEGER NOT NULL
            ) STRICT
            """,
            "CREATE TABLE judging (plan INTEGER NOT NULL, news INTEGER NOT NULL, judged INTEGER NOT NULL) STRICT",
            "INSERT INTO judging VALUES (1, 0, 0)",
            """
            CREATE TABLE folding (
                everything INTEGER NOT NULL CHECK (everything IN (0, 1)),
                sightings_time INTEGER NOT NULL, sightings_digest INTEGER NOT NULL,
                confirmations_time INTEGER NOT NULL, confirmations_digest INTEGER NOT NULL
            ) STRICT
            """,
            // What is folded again, when that is not everything.
            "CREATE TABLE refolds (content INTEGER PRIMARY KEY REFERENCES contents) STRICT",
            beginFolding,
            // Tags are judged with those on the same chip.
            "CREATE INDEX contents_by_uid ON contents (uid) WHERE uid <> ''",
        ] + wholeRows

    /// Folds all rows, where there are any.
    static let beginFolding = """
        INSERT INTO folding SELECT 1, \(Int64.min), \(Int64.min), \(Int64.min), \(Int64.min)
        WHERE EXISTS (SELECT 1 FROM sightings) OR EXISTS (SELECT 1 FROM confirmations)
        """

    /// See ``proof``.
    private static let wholeRows = [
        "CREATE INDEX changed_whole ON changed (content, mark)",
        "CREATE INDEX judging_whole ON judging (plan, news, judged)",
        """
        CREATE INDEX folding_whole ON folding (
            everything, sightings_time, sightings_digest, confirmations_time, confirmations_digest
        )
        """,
        "CREATE INDEX refolds_whole ON refolds (content)",
    ]
}
