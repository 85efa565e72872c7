/// What has changed since the last look, so that looking again costs nothing where nothing has.
extension HubSchema {
    static let moves =
        [
            // Chains whose heads may have moved since the log was extended: who moves one locks its row here.
            "CREATE TABLE moved_heads (chain bytea PRIMARY KEY)",
            "INSERT INTO moved_heads SELECT chain FROM chains WHERE sequence > 0",
            "CREATE INDEX stations_awaited ON stations (chain) WHERE awaited",
            // Drawn anew with each change of tokens and sessions. No counter: a database that was set back must differ.
            "CREATE TABLE access_mark (mark \(text) NOT NULL)",
            "INSERT INTO access_mark VALUES (gen_random_uuid()::text)",
            """
            CREATE FUNCTION access_has_changed() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN UPDATE access_mark SET mark = gen_random_uuid()::text; RETURN NULL; END $$
            """,
        ]
        + ["tokens", "sessions"].map {
            """
            CREATE TRIGGER access_has_changed AFTER INSERT OR UPDATE OR DELETE ON \($0)
            EXECUTE FUNCTION access_has_changed()
            """
        }
}
