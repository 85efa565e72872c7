extension PostgresConnection {
    /// Below this the planner takes an index by itself.
    private static let fewKeys = 100

    /// Statements of the body look so many keys up along indexes, however large their tables have become. Within a
    /// transaction.
    ///
    /// The planner prices each look-up as one or two pages of a disk that turns, and so reads a table whole for some
    /// thousand keys until it has tens of thousands of pages: each piece then costs more the more there is already. It also
    /// compiles what it takes for long, which takes longer than the look-ups. The settings are the transaction's, since a
    /// pooler may give the next one another server process. See: PostgreSQL's manual, 20.7.1, Planner Method Configuration.
    package func lookingUp<Value>(keys count: Int, _ body: () throws -> Value) throws -> Value {
        guard count >= Self.fewKeys else { return try body() }
        try change("SELECT set_config(name, 'off', true) FROM unnest($1) AS name", [.texts(Self.settings)])
        let value = try body()
        // After an error there is no transaction to go on with.
        try change(
            "SELECT set_config(name, reset_val, true) FROM pg_settings WHERE name = ANY($1)", [.texts(Self.settings)])
        return value
    }

    private static let settings = ["enable_seqscan", "enable_hashjoin", "enable_mergejoin", "jit"]
}
