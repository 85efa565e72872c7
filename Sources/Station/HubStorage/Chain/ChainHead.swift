internal import PostgreSQL
internal import Registry
internal import Storage

/// An entry's place in a chain.
struct ChainPlace: Hashable, Sendable {
    let sequence: Int64
    /// SHA-256 of the entry in lower-case hexadecimal.
    let digest: String

    /// Of a chain without entries.
    static let beforeTheFirst = ChainPlace(sequence: 0, digest: JournalEntry.beforeTheFirst)
}

/// The end of a chain, locked until the transaction ends.
struct ChainHead {
    let place: ChainPlace
    /// That of the last entry; nil before the first.
    let time: Timestamp?

    /// Waits for a former session of the same chain, alive or dying.
    static func lock(_ chain: ChainName, _ connection: PostgresConnection) throws -> ChainHead {
        try connection.change(
            "INSERT INTO chains (chain, sequence, digest) VALUES ($1, 0, $2) ON CONFLICT DO NOTHING",
            [.bytes(chain.bytes), .kept(JournalEntry.beforeTheFirst)])
        let rows = try connection.rows(
            "SELECT sequence, digest, time FROM chains WHERE chain = $1 FOR UPDATE", [.bytes(chain.bytes)])
        guard let row = rows.first else { throw RegistryError.unreadable("the head of chain", "\(chain)") }
        var columns = Columns(row)
        return ChainHead(
            place: ChainPlace(sequence: try columns.integer(), digest: try columns.text()),
            time: try columns.optionalTime())
    }

    /// The chain ends there now, and the log does not have that yet.
    static func move(
        _ chain: ChainName, to last: ChainPlace, at time: Timestamp?, _ connection: PostgresConnection
    ) throws {
        try connection.change(
            """
            WITH moved AS (
                INSERT INTO moved_heads VALUES ($1) ON CONFLICT (chain) DO UPDATE SET chain = excluded.chain)
            UPDATE chains SET sequence = $2, digest = $3, time = $4 WHERE chain = $1
            """, [.bytes(chain.bytes), .integer(last.sequence), .kept(last.digest), .optional(time)])
    }

    /// Nothing is appended to a chain that is not as this daemon has left it.
    func require(_ acknowledged: ChainPlace?, of chain: ChainName) throws {
        guard let acknowledged, acknowledged != place else { return }
        throw place.sequence < acknowledged.sequence
            ? RegistryError.hubBehind(chain, at: place.sequence, not: acknowledged.sequence)
            : RegistryError.chainForked(chain, at: place.sequence)
    }

    /// What became of an append whose COMMIT was not answered.
    func settle(
        _ append: ChainAppend, acknowledged: ChainPlace?, of chain: ChainName
    ) throws -> PostgresSettlement {
        if place == append.last { return .done }
        try require(acknowledged, of: chain)
        guard place == append.before else { throw RegistryError.chainForked(chain, at: place.sequence) }
        return .undone
    }
}
