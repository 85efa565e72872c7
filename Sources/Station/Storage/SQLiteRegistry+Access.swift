internal import Foundation
package import Registry

/// Tokens, the sessions that they have opened, and answers that are kept.
extension SQLiteRegistry: RegistryAccess {
    package func tokens() throws -> [KeptToken] { try translatingErrors { try tables.tokens() } }

    package func sessions() throws -> [Session] { try translatingErrors { try tables.sessions() } }

    package func expireAccess(at time: Timestamp) throws {
        try translatingErrors {
            try database.transaction {
                try database.run("UPDATE tokens SET expired = 1 WHERE expires <= ?", [.text(time.iso8601)])
                try database.run("DELETE FROM sessions WHERE expires <= ?", [.text(time.iso8601)])
            }
        }
    }

    static func time(_ text: String) throws -> Timestamp {
        guard let time = Timestamp(iso8601: text) else { throw damaged("a time", text) }
        return time
    }

    static func scope(_ text: String) throws -> WalkScope {
        guard let scope = try? JSONDecoder().decode(WalkScope.self, from: Data(text.utf8)) else {
            throw damaged("the scope of a token", text)
        }
        return scope
    }

    static func text(_ scope: WalkScope) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(scope), as: UTF8.self)
    }
}

// MARK: - Requests with keys

extension SQLiteRegistry {
    private enum Progress: String {
        case running
        case interrupted
        case answered
        case erased
    }

    package func begin(_ key: RequestKey, isPersonal: Bool, at time: Timestamp) throws -> KeyedRequest {
        try translatingErrors {
            try database.run(
                "INSERT OR IGNORE INTO requests (actor, key, time, state, personal) VALUES (?, ?, ?, 'running', ?)",
                key.values + [.integer(time.milliseconds), .integer(isPersonal ? 1 : 0)])
            if database.changes == 1 { return .new }
            let found = try database.rows(
                "SELECT state, request, status, headers, body FROM requests WHERE actor = ? AND key = ?", key.values
            ) { row -> KeyedRequest in
                switch try Self.name(row.text("state")) as Progress {
                case .running: return .running
                case .interrupted: return .interrupted
                case .erased: return .erased
                case .answered:
                    let answer = KeptAnswer(
                        status: Int(row.integer("status")), headers: row.text("headers"), body: row.text("body"))
                    return .answered(answer, request: row.text("request"))
                }
            }
            return found.first ?? .running
        }
    }

    package func keep(_ answer: KeptAnswer, of request: String, under key: RequestKey) throws {
        try translatingErrors {
            try database.run(
                "UPDATE requests SET state = 'answered', request = ?, status = ?, headers = ?, body = ? "
                    + "WHERE actor = ? AND key = ? AND state = 'running'",
                [
                    .text(request), .integer(Int64(answer.status)), .text(answer.headers), .text(answer.body),
                ] + key.values)
        }
    }

    package func release(_ key: RequestKey) throws {
        try translatingErrors {
            try database.run(
                "DELETE FROM requests WHERE actor = ? AND key = ? AND (state <> 'answered' OR status >= 400)",
                key.values)
        }
    }

    package func interrupt(_ key: RequestKey) throws -> Bool {
        try translatingErrors {
            try database.run(
                "UPDATE requests SET state = 'interrupted' WHERE actor = ? AND key = ? AND state = 'running'",
                key.values)
            return database.changes == 1
        }
    }

    package func interruptRequests() throws {
        try translatingErrors {
            try database.run("UPDATE requests SET state = 'interrupted' WHERE state = 'running'")
        }
    }

    package func forgetKeys(before time: Timestamp) throws {
        try translatingErrors {
            try database.run(
                "DELETE FROM requests WHERE time < ? AND state <> 'running'", [.integer(time.milliseconds)])
        }
    }
}

extension RequestKey {
    fileprivate var values: [SQLiteValue] { [.text(actor), .text(key)] }
}
