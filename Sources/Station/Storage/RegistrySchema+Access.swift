/// Who may do what over TCP, what requests with a key were answered, and pages of tags that are found without a look at
/// all of them.
extension RegistrySchema {
    static let access = [
        """
        CREATE TABLE tokens (
            name TEXT PRIMARY KEY, role TEXT NOT NULL, digest TEXT NOT NULL UNIQUE, created TEXT NOT NULL, expires TEXT
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE sessions (
            digest TEXT PRIMARY KEY, token TEXT NOT NULL REFERENCES tokens ON DELETE CASCADE, expires TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX sessions_by_token ON sessions (token)",
        """
        CREATE TABLE requests (
            actor TEXT NOT NULL, key TEXT NOT NULL, time INTEGER NOT NULL, state TEXT NOT NULL, request TEXT,
            status INTEGER, headers TEXT, body TEXT, PRIMARY KEY (actor, key)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX requests_by_time ON requests (time)",
        "CREATE INDEX tags_by_state ON tags (state, id)",
        "CREATE INDEX tags_by_store ON tags (store, id)",
        "CREATE INDEX tags_by_batch ON tags (batch, id)",
    ]
}
