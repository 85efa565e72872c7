/// What changes while an audit is made, and which of two audits began later: a version of the schema on its own.
extension RegistrySchema {
    static let overtaken = [
        // Of the audit that settled the content, see `judging`.
        "ALTER TABLE judged ADD COLUMN news INTEGER NOT NULL DEFAULT 0",
        // `mark`: see `changed`.
        "CREATE TABLE moved_stores (store TEXT PRIMARY KEY, mark INTEGER NOT NULL) STRICT, WITHOUT ROWID",
        // What was settled while its store was moved, or over a later audit's, is judged once more.
        "UPDATE judging SET plan = plan + 1",
    ]
}
