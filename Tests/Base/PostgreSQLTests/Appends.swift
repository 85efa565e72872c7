import PostgreSQL

/// A chain in a database, to which one writer appends: each append is at its head, so the head says what was kept.
struct Appends {
    struct ForeignEntry: Error {}

    static func create(on connection: PostgresConnection) throws {
        try connection.change("CREATE TABLE heads (chain bigint PRIMARY KEY, head bigint NOT NULL)")
        try connection.change("CREATE TABLE entries (number bigint PRIMARY KEY, payload text NOT NULL)")
        try connection.change("INSERT INTO heads VALUES (1, 0)")
    }

    private static func head(_ transaction: borrowing PostgresTransaction) throws -> Int64 {
        try transaction.connection.rows("SELECT head FROM heads WHERE chain = 1 FOR UPDATE").first?.integer(0) ?? -1
    }

    /// Appends one entry behind this head, and gives the new one.
    static func append(_ payload: String, after head: Int64, in session: PostgresSession) throws -> Int64 {
        try session.transaction(
            settle: { transaction in
                switch try Self.head(transaction) {
                case head + 1: .done
                case head: .undone
                default: throw ForeignEntry()
                }
            },
            { transaction in
                guard try Self.head(transaction) == head else { throw ForeignEntry() }
                try transaction.connection.change(
                    "INSERT INTO entries VALUES ($1, $2)", [.integer(head + 1), .text(payload)])
                try transaction.connection.change("UPDATE heads SET head = $1 WHERE chain = 1", [.integer(head + 1)])
                return head + 1
            })
    }

    /// The payloads in their order.
    static func entries(on connection: PostgresConnection) throws -> [String] {
        try connection.rows("SELECT payload FROM entries ORDER BY number").map { try $0.text(0) ?? "" }
    }
}

extension PostgresSession {
    struct NotSettled: Error {}

    /// A change of which the test does not lose the answer.
    func change<Value>(_ body: (borrowing PostgresTransaction) throws -> Value) throws -> Value {
        try transaction(settle: { _ in throw NotSettled() }, body)
    }
}
