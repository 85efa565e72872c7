/// What was erased, and may still be in a file: a version of the schema on its own.
extension RegistrySchema {
    static let erasures = [
        // One row: how often evidence was erased, for which of these times it was swept, and since when files hold it.
        "CREATE TABLE erasures (count INTEGER NOT NULL, swept INTEGER NOT NULL, pending TEXT) STRICT",
        // Earlier versions left contents, findings, answers and parts of pages.
        "INSERT INTO erasures SELECT count(*), -1, max(time) FROM journal WHERE kind = 'evidence-forgotten'",
        "ALTER TABLE requests ADD COLUMN personal INTEGER NOT NULL DEFAULT 1 CHECK (personal IN (0, 1))",
        """
        UPDATE requests SET state = 'erased', request = NULL, headers = NULL, body = NULL
        WHERE state <> 'running' AND (SELECT pending FROM erasures) IS NOT NULL
        """,
        // A clock that is set back does not revive them.
        "ALTER TABLE tokens ADD COLUMN expired INTEGER NOT NULL DEFAULT 0 CHECK (expired IN (0, 1))",
    ]
}
