internal import FoundationEssentials
internal import PostgreSQL
internal import Registry
internal import Storage

/// Tokens and sessions, numbers that are spent, and what the journal is asked.
extension HubTables {
    func tokens() throws -> [KeptToken] {
        try connection.all(
            "SELECT name, role, digest, created, expires, expired, scope, forgotten FROM tokens ORDER BY name"
        ) { columns in
            let (name, role): (TokenName, Role) = (try columns.identifier(), try columns.name())
            let (digest, created) = (try columns.text(), try columns.time())
            let (expires, isExpired) = (try columns.optionalTime(), try columns.bool())
            let scope = try columns.optionalText().map { text -> WalkScope in
                guard let scope = try? JSONDecoder().decode(WalkScope.self, from: Data(text.utf8)) else {
                    throw RegistryError.unreadable("the scope of a token", text)
                }
                return scope
            }
            return KeptToken(
                AccessToken(name: name, role: role, expires: expires, scope: scope), created: created, digest: digest,
                isExpired: isExpired, forgotten: try columns.optionalTime())
        }
    }

    func put(_ token: KeptToken) throws {
        try connection.put(
            "name, role, digest, created, expires, expired, scope, forgotten", into: "tokens",
            [
                .kept(token.token.name.text), .kept(token.token.role.rawValue), .kept(token.digest),
                .time(token.created), .optional(token.token.expires), .bool(token.isExpired),
                .optional(try token.token.scope.map { try $0.json }), .optional(token.forgotten),
            ])
    }

    func remove(_ token: TokenName) throws {
        try connection.change("DELETE FROM sessions WHERE token = $1", [.kept(token.text)])
        try connection.change("DELETE FROM tokens WHERE name = $1", [.kept(token.text)])
    }

    func noteForgotten(_ phones: Set<TokenName>, before time: Timestamp) throws {
        try connection.change(
            "UPDATE tokens SET forgotten = $1 WHERE name = ANY($2) AND coalesce(forgotten < $1, true)",
            [.time(time), .texts(phones.map(\.text))])
    }

    func sessions() throws -> [Session] {
        try connection.all("SELECT digest, token, expires FROM sessions ORDER BY digest") {
            Session(digest: try $0.text(), token: try $0.identifier(), expires: try $0.time())
        }
    }

    func put(_ session: Session) throws {
        try connection.put(
            "digest, token, expires", into: "sessions",
            [.kept(session.digest), .kept(session.token.text), .time(session.expires)])
    }

    func removeSession(_ digest: String) throws {
        try connection.change("DELETE FROM sessions WHERE digest = $1", [.kept(digest)])
    }

    func endSessions() throws { try connection.change("DELETE FROM sessions") }

    func spend(findings: Int64, imports: Int64) throws {
        for (name, last) in [("findings", findings), ("imports", imports)] {
            try spend(name, last)
        }
    }

    /// Numbers of a kind up to this one are not given out again.
    func spend(_ name: String, _ last: Int64) throws {
        try connection.change(
            """
            INSERT INTO spent_numbers (name, last) VALUES ($1, $2)
            ON CONFLICT (name) DO UPDATE SET last = greatest(spent_numbers.last, excluded.last)
            """, [.kept(name), .integer(last)])
    }

    func wasBegun(_ tag: TagID) throws -> Bool {
        try connection.number(
            "SELECT 1::bigint FROM journal WHERE tag = $1 AND kind = $2 LIMIT 1",
            [.kept(tag.text), .kept(JournalEvent.Kind.writeIntended.rawValue)]) != nil
    }

    func hasSheet(_ digest: String, of batch: BatchName) throws -> Bool {
        try connection.all(
            "SELECT \(HubRegistry.entryColumns) FROM journal WHERE kind = 'sheet-made' AND batch = $1",
            [.kept(batch.text)]
        ) { try $0.readEntry().subject.digest }.contains(digest)
    }
}
