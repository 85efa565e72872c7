internal import Faults
package import PostgreSQL
internal import Registry

/// The tables in the database, step by step. A step that has been released is never edited: a new one follows it.
///
/// Texts are compared byte by byte (`COLLATE "C"`): another version of the system's language tables must not change which
/// of two names is the same, or first. No number of the database's own orders or names anything.
package enum HubSchema {
    static let steps: [[String]] = [
        catalogue + tags + journal + access + evidence + stations + repairs, log, memory + moves,
        documentMark,
    ]

    static var current: Int64 { Int64(steps.count) }

    static let text = #"text COLLATE "C""#

    /// A condition of an index of tags: most tags of a large batch are only planned, and these are the others.
    static let usedTag = "(tags.state <> 'planned' OR tags.prints > 0)"

    /// Brings a database up to date, each step in one transaction. The account has to own the tables. A step that another
    /// process has made meanwhile is not made again.
    package static func migrate(_ address: PostgresAddress) throws {
        try RegistryError.translating {
            let session = PostgresSession(address)
            _ = try change(in: session) { connection in
                try connection.change(
                    "CREATE TABLE IF NOT EXISTS schema_steps (step bigint PRIMARY KEY, applied timestamptz NOT NULL)")
            }
            while try takeStep(in: session) {}
        }
    }

    /// False when there is no further one.
    private static func takeStep(in session: PostgresSession) throws -> Bool {
        try change(in: session) { connection in
            // One at a time: the second waits, and then finds the step made.
            try connection.change("LOCK TABLE schema_steps IN EXCLUSIVE MODE")
            let done = try version(connection)
            guard done < current else { return false }
            for statement in steps[Int(done)] { try connection.change(statement) }
            try connection.change("INSERT INTO schema_steps VALUES ($1, now())", [.integer(done + 1)])
            return true
        }
    }

    /// A step is found made by the next look, so its COMMIT needs no other.
    private static func change<Value>(
        in session: PostgresSession, _ body: (PostgresConnection) throws -> Value
    ) throws -> Value {
        try session.transaction(settle: { _ in .undone }, { try body($0.connection) })
    }

    private static func version(_ connection: PostgresConnection) throws -> Int64 {
        try connection.number("SELECT coalesce(max(step), 0) FROM schema_steps") ?? 0
    }

    /// Refuses a database that another version has made.
    static func requireCurrent(_ connection: PostgresConnection) throws {
        let made = try connection.rows("SELECT to_regclass('schema_steps') IS NOT NULL").first?.bool(0) == true
        let version = made ? try version(connection) : 0
        guard version <= current else {
            throw RegistryError(
                .newerSchema, "the database cannot be used by this version",
                why: "it has schema \(version), this version knows schemas up to \(current)",
                next: "install the version of Waymark that migrated it, or a later one")
        }
        guard version == current else {
            throw refusal("it has schema \(version), and this version needs \(current)")
        }
    }

    static func refusal(_ reason: String) -> RegistryError {
        RegistryError(
            .schemaBehind, "the database cannot be used yet", why: reason,
            next: "bring it up to date: waymark-hub migrate")
    }
}
