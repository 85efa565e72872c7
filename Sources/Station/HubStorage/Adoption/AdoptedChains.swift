internal import PostgreSQL
internal import Registry

/// Journals of registries that have come to the hub, or are on their way.
struct AdoptedChains {
    struct Row {
        let chain: ChainName
        let station: String
        let head: JournalPoint
        let isApplied: Bool
        let isEnded: Bool
        /// Whether its tables were found to be what they were at the station: what the hub has changed since is its own.
        let isCompared: Bool
        let findingsBehind: Int64
        /// How often evidence had been erased at the hub when the tables came.
        let erasures: Int64
    }

    private let connection: PostgresConnection

    init(_ connection: PostgresConnection) { self.connection = connection }

    func all() throws -> [Row] { try rows("ORDER BY chain") }

    func row(_ chain: ChainName) throws -> Row? { try rows("WHERE chain = $1", [.bytes(chain.bytes)]).first }

    /// Locked until the transaction ends.
    func locked(_ chain: ChainName) throws -> Row? {
        try rows("WHERE chain = $1 FOR UPDATE", [.bytes(chain.bytes)]).first
    }

    private func rows(_ condition: String, _ values: [PostgresValue] = []) throws -> [Row] {
        try connection.all(
            """
            SELECT chain, station, sequence, digest, applied, ended, compared, findings, erasures FROM adopted_chains
            \(condition)
            """, values
        ) { columns in
            let (chain, station) = (try columns.chain(), try columns.text())
            let head = JournalPoint(sequence: try columns.integer(), digest: try columns.text())
            return Row(
                chain: chain, station: station, head: head, isApplied: try columns.bool(), isEnded: try columns.bool(),
                isCompared: try columns.bool(), findingsBehind: try columns.integer(), erasures: try columns.integer())
        }
    }

    /// Of a registry that begins to come, or that has more entries now than when it began.
    func begin(_ state: AdoptionState, with file: String, at time: Timestamp) throws {
        try connection.change(
            """
            INSERT INTO adopted_chains (chain, station, sequence, digest, applied, ended, findings, erasures, file, began)
            VALUES ($1, $2, $3, $4, false, false, 0, 0, $5, $6)
            ON CONFLICT (chain) DO UPDATE SET
                station = excluded.station, sequence = excluded.sequence, digest = excluded.digest, file = excluded.file
            WHERE NOT adopted_chains.applied
            """,
            [
                .bytes(state.chain.bytes), .kept(state.station), .integer(state.head.sequence),
                .kept(state.head.digest),
                .kept(file), .time(time),
            ])
    }

    func apply(_ adoption: RegistryAdoption, erasures: Int64, isCompared: Bool) throws {
        try connection.change(
            "UPDATE adopted_chains SET applied = true, findings = $2, erasures = $3, compared = $4 WHERE chain = $1",
            [
                .bytes(adoption.chain.bytes), .integer(adoption.findingsBehind), .integer(erasures), .bool(isCompared),
            ])
    }

    func noteCompared(_ chain: ChainName) throws {
        try connection.change("UPDATE adopted_chains SET compared = true WHERE chain = $1", [.bytes(chain.bytes)])
    }

    func end(_ chain: ChainName) throws {
        try connection.change("UPDATE adopted_chains SET ended = true WHERE chain = $1", [.bytes(chain.bytes)])
        try connection.change("DELETE FROM adopted_erasures WHERE NOT EXISTS (\(Self.arriving))")
    }

    /// A registry whose evidence is on its way.
    private static let arriving = "SELECT 1 FROM adopted_chains WHERE applied AND NOT ended"

    /// Notes what is erased while a registry's evidence is on its way: its file still has it. `before`: seconds since 1970.
    func noteErasure(before: Int64?, device: DevicePseudonym?) throws {
        try connection.change(
            """
            INSERT INTO adopted_erasures (device, before) SELECT $1, $2
            WHERE EXISTS (\(Self.arriving)) AND NOT EXISTS (
                SELECT 1 FROM adopted_erasures AS noted
                WHERE noted.device IS NOT DISTINCT FROM $1 AND noted.before IS NOT DISTINCT FROM $2)
            """, [.optional(device?.hexadecimal), before.map { .integer($0) } ?? .null])
    }

    /// To be erased once more when the evidence has come.
    func notedErasures() throws -> [(before: Int64?, device: DevicePseudonym?)] {
        try connection.all("SELECT before, device FROM adopted_erasures") { columns in
            (
                before: try columns.optionalInteger(),
                device: try columns.optionalText().map { DevicePseudonym(hexadecimal: $0) }
            )
        }
    }
}
