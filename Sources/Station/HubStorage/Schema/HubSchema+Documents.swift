/// Whether stations have to fetch again what their tags need: see `StationHearing`.
extension HubSchema {
    /// Triggers, and not the statements that change: a daemon of the version before changes the mark as well.
    static let documentMark =
        [
            // Drawn anew with each change. No counter: a database that was set back must differ.
            "CREATE TABLE document_mark (mark \(text) NOT NULL)",
            "INSERT INTO document_mark VALUES (gen_random_uuid()::text)",
            // Once in a transaction, however many rows it changes.
            """
            CREATE FUNCTION documents_have_changed() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN
                IF coalesce(current_setting('waymark.documents_changed', true), '') = '' THEN
                    UPDATE document_mark SET mark = gen_random_uuid()::text;
                    PERFORM set_config('waymark.documents_changed', 'yes', true);
                END IF;
                RETURN NULL;
            END $$
            """,
            """
            CREATE TRIGGER documents_have_changed
            AFTER UPDATE OF name, template, deployment, protection, mirror, genuineness ON batches
            EXECUTE FUNCTION documents_have_changed()
            """,
            // Most updates of tags are about their lives, which their stations know.
            """
            CREATE TRIGGER documents_have_changed AFTER UPDATE OF \(plan.joined(separator: ", ")) ON tags FOR EACH ROW
            WHEN ((\(plan.map { "old.\($0)" }.joined(separator: ", "))) IS DISTINCT FROM
                (\(plan.map { "new.\($0)" }.joined(separator: ", "))))
            EXECUTE FUNCTION documents_have_changed()
            """,
            """
            CREATE TRIGGER documents_have_gone AFTER DELETE ON tags FOR EACH ROW WHEN (old.holder IS NOT NULL)
            EXECUTE FUNCTION documents_have_changed()
            """,
        ]
        + ["stores", "experiences", "deployments"].map {
            """
            CREATE TRIGGER documents_have_changed AFTER INSERT OR UPDATE OR DELETE ON \($0)
            EXECUTE FUNCTION documents_have_changed()
            """
        }

    private static let plan = [
        "id", "batch", "store", "placement", "medium", "url", "deployed_latitude", "deployed_longitude",
        "deployed_accuracy", "deployed_time",
    ]
}
