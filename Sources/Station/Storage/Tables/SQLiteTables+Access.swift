internal import Registry

/// Tokens and sessions, numbers that are spent, and what the journal is asked.
extension SQLiteTables {
    func tokens() throws -> [KeptToken] {
        try database.rows(
            "SELECT name, role, digest, created, expires, expired, scope, forgotten FROM tokens ORDER BY name"
        ) { row in
            KeptToken(
                AccessToken(
                    name: try SQLiteRegistry.identifier(row.text("name")),
                    role: try SQLiteRegistry.name(row.text("role")),
                    expires: try row.optionalText("expires").map(SQLiteRegistry.time),
                    scope: try row.optionalText("scope").map(SQLiteRegistry.scope)),
                created: try SQLiteRegistry.time(row.text("created")), digest: row.text("digest"),
                isExpired: row.integer("expired") == 1,
                forgotten: try row.optionalText("forgotten").map(SQLiteRegistry.time))
        }
    }

    func put(_ token: KeptToken) throws {
        try database.run(
            "INSERT OR REPLACE INTO tokens VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                .text(token.token.name.text), .text(token.token.role.rawValue), .text(token.digest),
                .text(token.created.iso8601), .optional(token.token.expires?.iso8601),
                .integer(token.isExpired ? 1 : 0), .optional(try token.token.scope.map(SQLiteRegistry.text)),
                .optional(token.forgotten?.iso8601),
            ])
    }

    /// Its sessions go with it: see the schema.
    func remove(_ token: TokenName) throws {
        try database.run("DELETE FROM tokens WHERE name = ?", [.text(token.text)])
    }

    func noteForgotten(_ phones: Set<TokenName>, before time: Timestamp) throws {
        for phone in phones {
            try database.run(
                "UPDATE tokens SET forgotten = ?1 WHERE name = ?2 AND coalesce(forgotten, '') < ?1",
                [.text(time.iso8601), .text(phone.text)])
        }
    }

    func sessions() throws -> [Session] {
        try database.rows("SELECT digest, token, expires FROM sessions") { row in
            Session(
                digest: row.text("digest"), token: try SQLiteRegistry.identifier(row.text("token")),
                expires: try SQLiteRegistry.time(row.text("expires")))
        }
    }

    func put(_ session: Session) throws {
        try database.run(
            "INSERT OR REPLACE INTO sessions VALUES (?, ?, ?)",
            [.text(session.digest), .text(session.token.text), .text(session.expires.iso8601)])
    }

    func removeSession(_ digest: String) throws {
        try database.run("DELETE FROM sessions WHERE digest = ?", [.text(digest)])
    }

    func endSessions() throws { try database.run("DELETE FROM sessions") }

    /// Numbers that were spent before stay so.
    func spend(findings: Int64, imports: Int64) throws {
        try database.run(
            """
            INSERT INTO spent_numbers VALUES ('findings', ?)
            ON CONFLICT (name) DO UPDATE SET last = max(last, excluded.last)
            """, [.integer(findings)])
        // An import takes the number after the highest that there was: see AUTOINCREMENT.
        let given = try database.integer("SELECT max(seq) FROM sqlite_sequence WHERE name = 'imports'") ?? 0
        try database.run("DELETE FROM sqlite_sequence WHERE name = 'imports'")
        try database.run(
            "INSERT INTO sqlite_sequence (name, seq) VALUES ('imports', ?)", [.integer(max(given, imports))])
    }

    func wasBegun(_ tag: TagID) throws -> Bool {
        try number(
            "SELECT EXISTS (SELECT 1 FROM journal WHERE \(RegistrySchema.tagOfPayload) = ? AND kind = ?)",
            [.text(tag.text), .text(JournalEvent.Kind.writeIntended.rawValue)]) == 1
    }

    func hasSheet(_ digest: String, of batch: BatchName) throws -> Bool {
        try number(
            """
            SELECT EXISTS (
                SELECT 1 FROM journal WHERE kind = ? AND json_valid(payload)
                    AND json_extract(payload, '$.digest') = ? AND json_extract(payload, '$.batch') = ?)
            """, [.text(JournalEvent.Kind.sheetMade.rawValue), .text(digest), .text(batch.text)]) == 1
    }
}
