internal import PostgreSQL
internal import Registry
internal import Storage

/// A random name of one change beside the journal, kept at its writer's chain until the next change.
struct ChangeName {
    private let chain: ChainName
    private let bytes = ChainName.drawn().bytes

    init(of chain: ChainName) { self.chain = chain }

    func write(_ connection: PostgresConnection) throws {
        try connection.change(
            """
            INSERT INTO chains (chain, sequence, digest, change) VALUES ($1, 0, $2, $3)
            ON CONFLICT (chain) DO UPDATE SET change = excluded.change
            """, [.bytes(chain.bytes), .kept(ChainPlace.beforeTheFirst.digest), .bytes(bytes)])
    }

    /// Waits for the former session of the same chain, alive or dying.
    func isMade(_ connection: PostgresConnection) throws -> Bool {
        _ = try ChainHead.lock(chain, connection)
        return try connection.number(
            "SELECT 1::bigint FROM chains WHERE chain = $1 AND change = $2", [.bytes(chain.bytes), .bytes(bytes)])
            != nil
    }
}
