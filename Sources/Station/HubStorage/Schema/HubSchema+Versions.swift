/// Which versions work on the database side by side.
extension HubSchema {
    static let versions = [
        // Whether daemons that do not know the step miss what it took away.
        "ALTER TABLE schema_steps ADD COLUMN contracts boolean NOT NULL DEFAULT false",
        // The newest step that a daemon's version knows. Versions without this column know three.
        "ALTER TABLE daemons ADD COLUMN reads bigint NOT NULL DEFAULT 3",
    ]
}
