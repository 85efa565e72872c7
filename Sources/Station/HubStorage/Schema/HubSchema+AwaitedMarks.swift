/// A daemon of a version before that begins while all evidence is being folded again has it folded once more.
extension HubSchema {
    static let awaitedMarks = [
        // Of `latestVisits`. Whatever it sees: a row that another transaction is changing is waited for.
        """
        CREATE OR REPLACE FUNCTION evidence_is_folded_as_before() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN UPDATE hub SET folded_by = 0; RETURN NULL; END $$
        """
    ]
}
