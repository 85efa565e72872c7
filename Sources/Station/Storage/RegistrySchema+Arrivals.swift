/// Rows that have come and are not folded yet: a version of the schema on its own.
///
/// A row of `arrivals` has what one transaction brought, packed (`ArrivalTable`). While some of them are folded, `arrival_fold`
/// has one row: all up to `last`, and of these the contents up to `content` are folded.
extension RegistrySchema {
    static let arrivals = [
        """
        CREATE TABLE arrivals (
            number INTEGER PRIMARY KEY, rows INTEGER NOT NULL, sightings BLOB NOT NULL, confirmations BLOB NOT NULL,
            digest INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE TABLE arrival_fold (last INTEGER NOT NULL, content INTEGER NOT NULL) STRICT",
        // See ``proof``.
        "CREATE INDEX arrival_fold_whole ON arrival_fold (last, content)",
    ]
}
