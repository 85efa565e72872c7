/// The log of heads, one for each era: see `Checkpoints`. Its newest checkpoint says how long it is.
extension HubSchema {
    static let log =
        [
            // Locked by who extends it.
            "CREATE TABLE logs (era bytea PRIMARY KEY)",
            """
            CREATE TABLE log_leaves (
                era bytea NOT NULL, number bigint NOT NULL, chain bytea NOT NULL, sequence bigint NOT NULL,
                digest \(text) NOT NULL, PRIMARY KEY (era, number)
            )
            """,
            "CREATE UNIQUE INDEX log_leaves_by_chain ON log_leaves (era, chain, sequence)",
            """
            CREATE TABLE log_nodes (
                era bytea NOT NULL, level bigint NOT NULL, number bigint NOT NULL, hash bytea NOT NULL,
                PRIMARY KEY (era, level, number)
            )
            """,
            """
            CREATE TABLE checkpoints (
                era bytea NOT NULL, size bigint NOT NULL, note \(text) NOT NULL, PRIMARY KEY (era, size)
            )
            """,
            """
            CREATE FUNCTION log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'the log is append-only' USING ERRCODE = '42501'; END $$
            """,
        ]
        + ["log_leaves", "log_nodes", "checkpoints"].map {
            """
            CREATE TRIGGER log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON \($0)
            EXECUTE FUNCTION log_is_append_only()
            """
        }
}
