/// Conflicts that people have looked at.
extension HubSchema {
    static let settlements = [
        // `settled_chain`, `settled_sequence`: the entry of the hub's own journal that settles it.
        "ALTER TABLE conflicts ADD COLUMN number bigint, ADD COLUMN settled_chain bytea, ADD COLUMN settled_sequence bigint",
        """
        UPDATE conflicts SET number = known.number
        FROM (
            SELECT chain, sequence, part, row_number() OVER (ORDER BY noted, chain, sequence, part) AS number
            FROM conflicts
        ) AS known
        WHERE conflicts.chain = known.chain AND conflicts.sequence = known.sequence AND conflicts.part = known.part
        """,
        "ALTER TABLE conflicts ALTER COLUMN number SET NOT NULL",
        "CREATE UNIQUE INDEX conflicts_by_number ON conflicts (number)",
        // One row.
        "CREATE TABLE newest_conflict (number bigint NOT NULL)",
        "INSERT INTO newest_conflict SELECT count(*) FROM conflicts",
        // A trigger, and not the statement that adds one: a daemon of the version before numbers them as well.
        """
        CREATE FUNCTION number_conflict() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN
            UPDATE newest_conflict SET number = newest_conflict.number + 1 RETURNING newest_conflict.number INTO NEW.number;
            RETURN NEW;
        END $$
        """,
        """
        CREATE TRIGGER conflicts_are_numbered BEFORE INSERT ON conflicts FOR EACH ROW EXECUTE FUNCTION number_conflict()
        """,
    ]
}
