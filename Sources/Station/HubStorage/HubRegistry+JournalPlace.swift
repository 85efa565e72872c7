internal import PostgreSQL
package import Registry

/// Daemons and stations write chains of their own: what moved the plan may be in any of them.
extension HubRegistry {
    package func journalPlace() async throws -> JournalPlace {
        try read { connection in
            let heads = try connection.all("SELECT chain, sequence FROM (\(Self.heads)) AS heads") {
                (try $0.chain(), try $0.integer())
            }
            return JournalPlace(Dictionary(heads) { _, last in last })
        }
    }

    package func hasPlanChanged(since place: JournalPlace) async throws -> Bool {
        let known = place.sequences.compactMap { chain, sequence in chain.map { ($0, sequence) } }
        let harmless = JournalEvent.Kind.allCases.filter { !$0.changesPlan }.map(\.rawValue)
        let changed = """
            SELECT 1::bigint
            FROM (\(Self.heads)) AS heads FULL JOIN unnest($1, $2) AS known (chain, sequence)
                ON known.chain = heads.chain
            WHERE coalesce(heads.sequence, 0) < coalesce(known.sequence, 0)
                OR heads.sequence > coalesce(known.sequence, 0) AND EXISTS (
                    SELECT FROM journal WHERE journal.chain = heads.chain AND journal.kind <> ALL($3)
                        AND journal.sequence > coalesce(known.sequence, 0) AND journal.sequence <= heads.sequence)
            LIMIT 1
            """
        return try read { connection in
            try connection.number(
                changed, [.byteStrings(known.map(\.0.bytes)), .integers(known.map(\.1)), .texts(harmless)]) != nil
        }
    }

    /// Of each chain the last entry that has moved the tables: a station's journal comes before what it moves, and that of an
    /// adopted registry before its tables.
    private static let heads = """
        SELECT coalesce(chains.chain, stations.chain) AS chain,
            CASE WHEN adopted_chains.applied THEN adopted_chains.sequence WHEN NOT adopted_chains.applied THEN 0
                ELSE coalesce(stations.applied, chains.sequence) END AS sequence
        FROM chains FULL JOIN stations ON stations.chain = chains.chain
            LEFT JOIN adopted_chains ON adopted_chains.chain = chains.chain
        """
}
