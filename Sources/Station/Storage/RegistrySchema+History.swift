/// What was seen and found: a version of the schema on its own.
///
/// Rows of evidence are sorted by time: new ones are added at the end, old ones are deleted from the beginning. Their
/// second key is a digest of the row: the same row is kept once. Contents and devices are stored once each.
extension RegistrySchema {
    static let history = [
        "CREATE TABLE devices (number INTEGER PRIMARY KEY, pseudonym TEXT NOT NULL UNIQUE) STRICT",
        """
        CREATE TABLE contents (
            number INTEGER PRIMARY KEY, url TEXT NOT NULL, uid TEXT NOT NULL, UNIQUE (url, uid)
        ) STRICT
        """,
        """
        CREATE TABLE imports (
            number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, file TEXT NOT NULL,
            open INTEGER NOT NULL CHECK (open IN (0, 1))
        ) STRICT
        """,
        """
        CREATE TABLE sightings (
            time INTEGER NOT NULL, digest INTEGER NOT NULL, content INTEGER NOT NULL REFERENCES contents,
            device INTEGER REFERENCES devices, latitude REAL NOT NULL, longitude REAL NOT NULL, sigma REAL NOT NULL,
            import INTEGER NOT NULL REFERENCES imports, PRIMARY KEY (time, digest)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX sightings_by_import ON sightings (import)",
        """
        CREATE TABLE confirmations (
            time INTEGER NOT NULL, digest INTEGER NOT NULL, content INTEGER NOT NULL REFERENCES contents,
            device INTEGER REFERENCES devices, outcome TEXT NOT NULL, import INTEGER NOT NULL REFERENCES imports,
            PRIMARY KEY (time, digest)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE audits (
            number INTEGER PRIMARY KEY, time TEXT NOT NULL, batch TEXT, last_import INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE verdicts (
            content INTEGER PRIMARY KEY REFERENCES contents, audit INTEGER NOT NULL REFERENCES audits, store TEXT,
            verdict TEXT, probability REAL, distance REAL, found_store TEXT, last_seen INTEGER NOT NULL,
            last_inside INTEGER
        ) STRICT
        """,
        """
        CREATE TABLE findings (
            number INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, state TEXT NOT NULL, code TEXT NOT NULL,
            severity TEXT NOT NULL, stores TEXT NOT NULL, tags TEXT NOT NULL, batches TEXT NOT NULL,
            message TEXT NOT NULL, next TEXT NOT NULL, since TEXT NOT NULL, last_found TEXT NOT NULL, resolved TEXT,
            evidence INTEGER NOT NULL, accepted_reason TEXT, accepted_by TEXT, accepted_at TEXT, accepted_tags TEXT
        ) STRICT
        """,
        "CREATE INDEX findings_by_state ON findings (state)",
    ]

    /// Rows come in no order of time, and each page that a row changes is written again for every batch of rows: so indexes
    /// have few pages. A device is looked up by the beginning of its pseudonym, and how many rows an open import has
    /// is counted as they come.
    static let manyRows = [
        "ALTER TABLE imports ADD COLUMN kept INTEGER NOT NULL DEFAULT 0",
        """
        UPDATE imports SET kept = (SELECT count(*) FROM sightings WHERE import = number)
            + (SELECT count(*) FROM confirmations WHERE import = number) WHERE open = 1
        """,
        "DROP INDEX sightings_by_import",
        "CREATE TABLE pseudonyms (number INTEGER PRIMARY KEY, pseudonym TEXT NOT NULL) STRICT",
        "INSERT INTO pseudonyms SELECT number, pseudonym FROM devices",
        "DROP TABLE devices",
        "ALTER TABLE pseudonyms RENAME TO devices",
        "CREATE INDEX devices_by_beginning ON devices (substr(pseudonym, 1, 12))",
    ]
}
