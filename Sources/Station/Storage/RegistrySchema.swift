internal import Faults
internal import Registry

/// The tables, version by version. A version that has been released is never edited: a new one follows it.
enum RegistrySchema {
    /// "WYMK": the file is ours (`PRAGMA application_id`).
    static let applicationID: Int64 = 0x5759_4D4B

    static let versions: [[String]] = [
        version1, version2, version3, version4, version5, history, access, restoration, deployments, carriers,
        carrierChips, manyRows, erasures, proof, plans,
        walks, evidence, words, remarks, stations, settled, arrivals, repairs, refolding,
        overtaken, latestVisits,
    ]

    static var current: Int64 { Int64(versions.count) }

    /// The schema of a file, 0 for a new one. Refuses a file that is another program's or a later version's.
    static func version(of database: Database, path: String) throws -> Int64 {
        let application = try database.integer("PRAGMA application_id") ?? 0
        let version = try database.integer("PRAGMA user_version") ?? 0
        let isEmpty = try database.integer("SELECT count(*) FROM sqlite_schema") == 0
        guard application == applicationID || (application == 0 && version == 0 && isEmpty) else {
            throw RegistryError(
                .storageFailed, "\(path) is not a Waymark registry", why: "it is the database of another program",
                next: "name another file as the registry")
        }
        guard version <= current else {
            throw RegistryError(
                .newerSchema, "\(path) cannot be opened by this version",
                why: "it has schema \(version), this version knows schemas up to \(current)",
                next: "install the version of Waymark that wrote it, or a later one")
        }
        return max(0, version)
    }

    /// Brings a new or older file up to date, each version in one transaction. Foreign keys are off: a table that is
    /// made again is dropped while others refer to it. See: https://www.sqlite.org/lang_altertable.html, section 7
    static func migrate(_ database: Database, from version: Int64) throws {
        for (index, statements) in versions.enumerated().dropFirst(Int(version)) {
            try database.transaction {
                for statement in statements { try database.run(statement) }
                try database.run("PRAGMA application_id = \(applicationID)")
                try database.run("PRAGMA user_version = \(index + 1)")
            }
        }
    }

    /// What is wrong with the definitions of tables, indexes and triggers; nil when they are what this version makes.
    static func damage(of database: Database) throws -> String? {
        func definitions(_ database: Database) throws -> [String] {
            try database.rows(
                """
                SELECT type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, '') AS definition
                FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY type, name
                """
            ) { $0.text("definition") }
        }
        let made = try Database(path: ":memory:")
        try migrate(made, from: 0)
        return try definitions(made) == definitions(database) ? nil : "its tables are not as this version makes them"
    }

    private static let version1 = [
        """
        CREATE TABLE stores (
            id TEXT PRIMARY KEY, name TEXT NOT NULL,
            latitude REAL, longitude REAL, radius REAL, address TEXT
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE experiences (
            url TEXT PRIMARY KEY, title TEXT NOT NULL, subtitle TEXT NOT NULL, action TEXT NOT NULL,
            store TEXT, image TEXT, language TEXT, status TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE deployments (name TEXT PRIMARY KEY, template TEXT) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE batches (
            number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, template TEXT
        ) STRICT
        """,
        """
        CREATE TABLE tags (
            id TEXT PRIMARY KEY, batch INTEGER NOT NULL REFERENCES batches, row INTEGER NOT NULL,
            store TEXT NOT NULL REFERENCES stores, placement TEXT NOT NULL, medium TEXT NOT NULL,
            url TEXT NOT NULL, state TEXT NOT NULL, uid TEXT UNIQUE, product TEXT,
            UNIQUE (batch, row)
        ) STRICT
        """,
        """
        CREATE TABLE readers (name TEXT PRIMARY KEY, connection TEXT NOT NULL) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE journal (
            sequence INTEGER PRIMARY KEY, time TEXT NOT NULL, station TEXT NOT NULL, actor TEXT NOT NULL,
            kind TEXT NOT NULL, payload TEXT NOT NULL, previous TEXT NOT NULL
        ) STRICT
        """,
        """
        CREATE TRIGGER journal_grows_at_its_end BEFORE INSERT ON journal
        WHEN NEW.sequence IS NOT (SELECT coalesce(max(sequence), 0) + 1 FROM journal)
        BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END
        """,
        """
        CREATE TRIGGER journal_is_not_edited BEFORE UPDATE ON journal
        BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END
        """,
        """
        CREATE TRIGGER journal_is_not_shortened BEFORE DELETE ON journal
        BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END
        """,
    ]

    /// The tag that an entry is about. The chain detects a payload that was tampered with; it must not stop
    /// anything here.
    static let tagOfPayload = "CASE json_valid(payload) WHEN 1 THEN json_extract(payload, '$.tag') END"

    /// Batches that rest, tags whose URL changes after they were written, and a tag's own history.
    private static let version2 = [
        "ALTER TABLE batches ADD COLUMN paused INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1))",
        "ALTER TABLE tags ADD COLUMN written_url TEXT",
        "UPDATE tags SET written_url = url WHERE state = 'written'",
        "CREATE INDEX tags_by_url ON tags (url)",
        "CREATE INDEX journal_by_tag ON journal (\(tagOfPayload)) WHERE \(tagOfPayload) IS NOT NULL",
    ]

    /// What a batch asks of its chips, and what its chips are.
    private static let version3 = [
        "ALTER TABLE batches ADD COLUMN protection TEXT NOT NULL DEFAULT 'none'",
        "ALTER TABLE batches ADD COLUMN mirror TEXT",
        "ALTER TABLE batches ADD COLUMN genuineness TEXT NOT NULL DEFAULT 'unchecked'",
        "ALTER TABLE tags ADD COLUMN protection TEXT",
        "ALTER TABLE tags ADD COLUMN mirror TEXT",
        "ALTER TABLE tags ADD COLUMN genuineness TEXT",
        "ALTER TABLE tags ADD COLUMN key TEXT",
        "ALTER TABLE tags ADD COLUMN intended_key TEXT",
    ]

    /// How many labels of a tag were made: the journal knows it of those that were made before.
    private static let version4 = [
        "ALTER TABLE tags ADD COLUMN prints INTEGER NOT NULL DEFAULT 0 CHECK (prints >= 0)",
        """
        UPDATE tags SET prints = made.labels FROM (
            SELECT json_extract(cell.value, '$.tag') AS tag, count(*) AS labels
            FROM journal, json_each(CASE json_valid(payload) WHEN 1 THEN payload ELSE '{}' END, '$.cells') AS cell
            WHERE journal.kind = 'sheet-made' GROUP BY 1
        ) AS made WHERE made.tag = tags.id
        """,
    ]

    /// What the check of the App Clip side asks for: three positions, several App Clips, a deployment's own words.
    private static let version5 = [
        "ALTER TABLE stores ADD COLUMN roaming INTEGER NOT NULL DEFAULT 0 CHECK (roaming IN (0, 1))",
        "ALTER TABLE stores ADD COLUMN place_latitude REAL",
        "ALTER TABLE stores ADD COLUMN place_longitude REAL",
        "ALTER TABLE experiences ADD COLUMN app TEXT",
        "ALTER TABLE tags ADD COLUMN deployed_latitude REAL",
        "ALTER TABLE tags ADD COLUMN deployed_longitude REAL",
        "ALTER TABLE tags ADD COLUMN deployed_accuracy REAL",
        "ALTER TABLE tags ADD COLUMN deployed_time TEXT",
        "ALTER TABLE deployments ADD COLUMN profile TEXT",
    ]
}
