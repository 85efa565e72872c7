/// The latest visits of each content are kept, and not the most accurate alone.
extension HubSchema {
    /// The step with these, and the first version that folds so.
    static let latestVisitsStep: Int64 = 14

    static let latestVisits = [
        // By which step's rule all of `evidence` is folded; 0 where a daemon of a version before may have folded some of it.
        // See ``FoldingRule``: these go on beside the step, so what they fold is folded again when they are gone.
        "ALTER TABLE hub ADD COLUMN folded_by bigint NOT NULL DEFAULT 0",
        // Triggers, and not the statements that fold: only a daemon's mark tells its version. What says that it runs is
        // enough, too. One that is only awaited leaves a mark before it counts.
        """
        CREATE FUNCTION evidence_is_folded_as_before() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN UPDATE hub SET folded_by = 0 WHERE folded_by <> 0; RETURN NULL; END $$
        """,
        """
        CREATE TRIGGER evidence_is_folded_as_before AFTER INSERT OR UPDATE ON daemons FOR EACH ROW
        WHEN (new.reads < \(latestVisitsStep) AND new.run <> '') EXECUTE FUNCTION evidence_is_folded_as_before()
        """,
        // A database that is made now has nothing to fold again.
        """
        UPDATE hub SET folded_by = \(latestVisitsStep)
        WHERE NOT EXISTS (SELECT 1 FROM daemons) AND NOT EXISTS (SELECT 1 FROM evidence)
        """,
    ]
}
