package import Grants
internal import PostgreSQL
package import Registry

/// The stations as the hub knows them.
extension HubRegistry {
    package func stations() throws -> [KnownStation] { try stations("WHERE name IS NOT NULL") }

    package func station(_ chain: ChainName) throws -> KnownStation? {
        try stations("WHERE chain = $1 AND name IS NOT NULL", [.bytes(chain.bytes)]).first
    }

    private func stations(_ condition: String, _ values: [PostgresValue] = []) throws -> [KnownStation] {
        try single { connection in
            try connection.all(
                """
                SELECT name, stations.chain, key, fingerprint, enrolled, lost, adopted, chains.sequence, chains.digest,
                    (SELECT count(*) FROM tags WHERE holder = stations.chain),
                    (SELECT count(*) FROM tags WHERE holder = stations.chain AND NOT begun),
                    contact, version, head, head_digest, clock
                FROM (SELECT * FROM stations \(condition)) AS stations LEFT JOIN chains ON chains.chain = stations.chain
                ORDER BY name, enrolled, stations.chain
                """, values
            ) { try $0.readStation() }
        }
    }
}

extension Columns {
    fileprivate mutating func readStation() throws -> KnownStation {
        let (name, chain): (StationName, ChainName) = (try identifier(), try chain())
        let (key, fingerprint, enrolled) = (try text(), try text(), try time())
        let (isLost, era) = (try bool(), try optionalEra())
        let head = try point(zeroIsNone: true)
        let (held, planned) = (Int(try integer()), Int(try integer()))
        let (lastContact, version) = (try optionalTime(), try optionalText())
        let told = try point(zeroIsNone: false)
        let clock = try optionalTime()
        var contact: StationContact?
        if let version, let clock {
            contact = StationContact(chain: chain, version: version, head: told, clock: clock)
        }
        return KnownStation(
            name: name, chain: chain, key: key, fingerprint: fingerprint, enrolled: enrolled, isLost: isLost, era: era,
            head: head, held: held, planned: planned, lastContact: lastContact, contact: contact)
    }

    private mutating func point(zeroIsNone: Bool) throws -> JournalPoint? {
        let (sequence, digest) = (try optionalInteger(), try optionalText())
        guard let sequence, let digest, sequence > 0 || !zeroIsNone else { return nil }
        return JournalPoint(sequence: sequence, digest: digest)
    }
}
