/// What is settled in the order in which it is added up: a version of the schema on its own.
extension RegistrySchema {
    static let settled = [
        "DROP TABLE judged",
        """
        CREATE TABLE judged (
            content INTEGER PRIMARY KEY REFERENCES contents, plan INTEGER NOT NULL,
            chip INTEGER NOT NULL CHECK (chip IN (0, 1)), sightings INTEGER NOT NULL, confirmations INTEGER NOT NULL,
            store TEXT, tag TEXT, batch TEXT, named TEXT, visits INTEGER, first_visit INTEGER, last_seen INTEGER,
            digest INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE INDEX judged_sums ON judged (
            plan, store, batch, chip, sightings, confirmations, visits, first_visit, last_seen
        )
        """,
        "CREATE INDEX judged_tags ON judged (plan, tag) WHERE tag IS NOT NULL",
        "CREATE INDEX judged_names ON judged (named) WHERE named IS NOT NULL AND chip = 1",
        // Nothing is settled: everything is judged once more.
        "UPDATE judging SET plan = plan + 1",
    ]
}
