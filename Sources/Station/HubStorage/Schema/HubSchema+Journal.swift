/// The journal: chains that grow at their ends.
extension HubSchema {
    static let journal = [
        // The head changes with each entry: no index but that of the key, and free space on its page, so that the row is
        // updated in place. `change`
        // names the last change of its writer that is not journalled: see ``HubRegistry/change(_:)``.
        """
        CREATE TABLE chains (
            chain bytea PRIMARY KEY, sequence bigint NOT NULL, digest \(text) NOT NULL, time bigint, change bytea
        ) WITH (fillfactor = 50)
        """,
        // What the digests cover, and behind it what entries are looked up by: the tag and the batch of the payload.
        """
        CREATE TABLE journal (
            chain bytea NOT NULL, sequence bigint NOT NULL, time bigint NOT NULL, station \(text) NOT NULL,
            actor \(text) NOT NULL, kind \(text) NOT NULL, payload \(text) NOT NULL, previous \(text) NOT NULL,
            tag \(text), batch \(text), PRIMARY KEY (chain, sequence)
        )
        """,
        "CREATE INDEX journal_by_tag ON journal (tag) WHERE tag IS NOT NULL",
        "CREATE INDEX journal_intents ON journal (batch) WHERE kind = 'write-intended'",
        "CREATE INDEX journal_sheets ON journal (batch) WHERE kind = 'sheet-made'",
        "CREATE INDEX journal_clock ON journal (chain) WHERE kind = 'clock-set'",
        // The tags on a sheet.
        """
        CREATE TABLE journal_cells (
            tag \(text) NOT NULL, chain bytea NOT NULL, sequence bigint NOT NULL, PRIMARY KEY (tag, chain, sequence)
        )
        """,
        """
        CREATE FUNCTION journal_is_append_only() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'the journal is append-only' USING ERRCODE = '42501'; END $$
        """,
        """
        CREATE TRIGGER journal_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal
        EXECUTE FUNCTION journal_is_append_only()
        """,
    ]
}
