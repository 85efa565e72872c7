internal import PostgreSQL
package import Registry

/// Tokens, the sessions that they have opened, and answers that are kept.
extension HubRegistry: RegistryAccess {
    package func tokens() throws -> [KeptToken] { try read { try HubTables(reading: $0, of: chain).tokens() } }

    package func accessMark() throws -> String? {
        try single { try $0.all("SELECT mark FROM access_mark") { try $0.text() }.first }
    }

    package func sessions() throws -> [Session] { try read { try HubTables(reading: $0, of: chain).sessions() } }

    package func expireAccess(at time: Timestamp) throws {
        try change { connection in
            try connection.change("UPDATE tokens SET expired = true WHERE expires <= $1", [.time(time)])
            try connection.change("DELETE FROM sessions WHERE expires <= $1", [.time(time)])
        }
    }

    private enum Progress: String {
        case running
        case interrupted
        case answered
        case erased
    }

    package func begin(_ key: RequestKey, isPersonal: Bool, at time: Timestamp) throws -> KeyedRequest {
        let isNew = try change { connection in
            try connection.change(
                """
                INSERT INTO requests (actor, key, time, state, personal, daemon)
                VALUES ($1, $2, $3, 'running', $4, $5) ON CONFLICT DO NOTHING
                """, key.values + [.time(time), .bool(isPersonal), .kept(owner)]) == 1
        }
        if isNew { return .new }
        let found = try read { connection in
            try connection.all(
                "SELECT state, request, status, headers, body FROM requests WHERE actor = $1 AND key = $2", key.values
            ) { columns -> KeyedRequest in
                switch try columns.name() as Progress {
                case .running: return .running
                case .interrupted: return .interrupted
                case .erased: return .erased
                case .answered:
                    let request = try columns.text()
                    let answer = KeptAnswer(
                        status: Int(try columns.integer()), headers: try columns.text(), body: try columns.text())
                    return .answered(answer, request: request)
                }
            }
        }
        return found.first ?? .running
    }

    package func keep(_ answer: KeptAnswer, of request: String, under key: RequestKey) throws {
        try change { connection in
            try connection.change(
                """
                UPDATE requests SET state = 'answered', request = $3, status = $4, headers = $5, body = $6
                WHERE actor = $1 AND key = $2 AND state = 'running'
                """,
                key.values + [
                    .kept(request), .integer(Int64(answer.status)), .kept(answer.headers), .kept(answer.body),
                ])
        }
    }

    package func release(_ key: RequestKey) throws {
        try change {
            try $0.change(
                "DELETE FROM requests WHERE actor = $1 AND key = $2 AND (state <> 'answered' OR status >= 400)",
                key.values)
        }
    }

    package func interrupt(_ key: RequestKey) throws -> Bool {
        try change {
            try $0.change(
                """
                UPDATE requests SET state = 'interrupted'
                WHERE actor = $1 AND key = $2 AND state = 'running' AND daemon = $3
                """, key.values + [.kept(owner)]) == 1
        }
    }

    /// Other daemons go on with theirs.
    package func interruptRequests() throws {
        try change {
            try $0.change(
                "UPDATE requests SET state = 'interrupted' WHERE state = 'running' AND daemon = $1", [.kept(owner)])
        }
    }

    package func forgetKeys(before time: Timestamp) throws {
        try change { try $0.change("DELETE FROM requests WHERE time < $1 AND state <> 'running'", [.time(time)]) }
    }
}

extension RequestKey {
    fileprivate var values: [PostgresValue] { [.kept(actor), .kept(key)] }
}
