/// Notes and pictures of scans: a version of the schema on its own.
extension RegistrySchema {
    static let remarks = [
        """
        CREATE TABLE remarks (
            number INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL,
            content INTEGER NOT NULL REFERENCES contents, device INTEGER NOT NULL REFERENCES devices,
            note TEXT NOT NULL, picture BLOB, UNIQUE (content, time, device)
        ) STRICT
        """,
        // What a paired phone saw before this moment was forgotten at the station.
        "ALTER TABLE tokens ADD COLUMN forgotten TEXT",
    ]
}
