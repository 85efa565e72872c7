internal import Faults
package import PostgreSQL
internal import Registry

/// The tables in the database, step by step. A step that has been released is never edited: a new one follows it.
///
/// Texts are compared byte by byte (`COLLATE "C"`): another version of the system's language tables must not change which
/// of two names is the same, or first. No number of the database's own orders or names anything.
package enum HubSchema {
    package static let steps = [
        Step(catalogue + tags + journal + access + evidence + stations + repairs), Step(log), Step(memory + moves),
        Step(documentMark + versions), Step(adoption), Step(loans), Step(settlements), Step(adoptionFiles),
        Step(replacements), Step(looseContents), Step(auditParts),
        Step(overtaken), Step(compared), Step(latestVisits), Step(awaitedMarks),
    ]

    /// Daemons of the version before go on, and can be started, beside a database that was only expanded: a column or a table
    /// more. A step that takes away what they need is a contraction.
    package struct Step: Sendable {
        let statements: [String]
        let isContraction: Bool

        package init(_ statements: [String], isContraction: Bool = false) {
            self.statements = statements
            self.isContraction = isContraction
        }
    }

    static var current: Int64 { Int64(steps.count) }

    static let text = #"text COLLATE "C""#

    /// Seconds since 1970, by the database's clock.
    static let now = "extract(epoch FROM clock_timestamp())::bigint"

    /// A condition of an index of tags: most tags of a large batch are only planned, and these are the others.
    static let usedTag = "(tags.state <> 'planned' OR tags.prints > 0)"

    /// Brings a database up to date, each step in one transaction. The account has to own the tables. A step that another
    /// process has made meanwhile is not made again. Throws `schema-behind` where a daemon of an older version still needs what
    /// a step takes away. `steps`: those of a test.
    package static func migrate(_ address: PostgresAddress, by steps: [Step] = steps) throws {
        try RegistryError.translating {
            let session = PostgresSession(address)
            _ = try change(in: session) { connection in
                try connection.change(
                    "CREATE TABLE IF NOT EXISTS schema_steps (step bigint PRIMARY KEY, applied timestamptz NOT NULL)")
            }
            while try takeStep(of: steps, in: session) {}
        }
    }

    /// False when there is no further one.
    private static func takeStep(of steps: [Step], in session: PostgresSession) throws -> Bool {
        try change(in: session) { connection in
            // One at a time: the second waits, and then finds the step made.
            try connection.change("LOCK TABLE schema_steps IN EXCLUSIVE MODE")
            let done = try version(connection)
            guard done < steps.count else { return false }
            let step = steps[Int(done)]
            if step.isContraction { try requireReaders(of: done + 1, connection) }
            for statement in step.statements { try connection.change(statement) }
            try connection.change("INSERT INTO schema_steps (step, applied) VALUES ($1, now())", [.integer(done + 1)])
            if step.isContraction {
                try connection.change("UPDATE schema_steps SET contracts = true WHERE step = $1", [.integer(done + 1)])
            }
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

    /// Refuses a database that this version cannot read: one of an earlier version, and one that a later version has
    /// contracted.
    static func requireReadable(_ connection: PostgresConnection) throws {
        let made = try connection.rows("SELECT to_regclass('schema_steps') IS NOT NULL").first?.bool(0) == true
        let version = made ? try version(connection) : 0
        guard version >= current else {
            throw refusal("it has schema \(version), and this version needs \(current)")
        }
        guard let step = try contraction(connection) else { return }
        throw RegistryError(
            .newerSchema, "the database cannot be used by this version",
            why:
                "it has schema \(version), and step \(step) took away what this version, which knows \(current), needs",
            next: "install the version of Waymark that migrated it, or a later one")
    }

    /// The first step behind this version's that took away what it needs.
    static func contraction(_ connection: PostgresConnection) throws -> Int64? {
        try connection.all(
            "SELECT step FROM schema_steps WHERE contracts AND step > $1 ORDER BY step LIMIT 1", [.integer(current)]
        ) { try $0.integer() }.first
    }

    /// A contraction waits for the last daemon that would miss what it takes away, whether that runs in this moment or not.
    private static func requireReaders(of step: Int64, _ connection: PostgresConnection) throws {
        guard let older = try reader(before: step, connection) else { return }
        throw RegistryError(
            .schemaBehind, "the database stays as it is, before step \(step)",
            why:
                "daemon \(older.name) is of a version that knows schema \(older.reads), and needs what the step takes away",
            next: "install this version there and start it; or, where it does not come back: waymark hub restored")
    }

    /// A daemon of a version that does not know the step.
    static func reader(before step: Int64, _ connection: PostgresConnection) throws -> (name: String, reads: Int64)? {
        try connection.all(
            "SELECT name, reads FROM daemons WHERE reads < $1 ORDER BY reads, name LIMIT 1", [.integer(step)]
        ) { (name: try $0.text(), reads: try $0.integer()) }.first
    }

    static func refusal(_ reason: String) -> RegistryError {
        RegistryError(
            .schemaBehind, "the database cannot be used yet", why: reason,
            next: "bring it up to date: waymark-hub migrate")
    }
}
