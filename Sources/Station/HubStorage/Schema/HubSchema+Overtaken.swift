/// What changes while an audit is made, and which of two audits began later; what is erased while a registry is taken in;
/// and which daemons run.
extension HubSchema {
    /// The step with these.
    static let overtakenStep: Int64 = 12

    static let overtaken = [
        // Of the audit that settled the content, see `judging`.
        "ALTER TABLE judged ADD COLUMN news bigint NOT NULL DEFAULT 0",
        // `mark`: see `changed`.
        "CREATE TABLE moved_stores (store \(text) PRIMARY KEY, mark bigint NOT NULL)",
        // What was erased while an adopted registry's evidence was on its way; `device` is a pseudonym. See `erase`.
        "CREATE TABLE adopted_erasures (device \(text), before bigint)",
        // When a daemon said last that it runs, in seconds since 1970 by the database's clock; null where its version does not.
        "ALTER TABLE daemons ADD COLUMN alive bigint",
        // What was settled while its store was moved, or over a later audit's, is judged once more.
        "UPDATE judging SET plan = plan + 1",
    ]
}
