package import Grants
internal import PostgreSQL
package import Registry

/// The stations, and what contradicts.
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

    package func conflicts(limit: Int) throws -> [KeptConflict] {
        try read { connection in
            try connection.all(
                """
                SELECT code, tag, request, reason, chain, sequence, noted FROM conflicts
                ORDER BY noted DESC, chain DESC, sequence DESC, part DESC LIMIT $1
                """, [.integer(Int64(limit))]
            ) { try $0.readConflict() }
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

    fileprivate mutating func readConflict() throws -> KeptConflict {
        let code = try text()
        let (tag, request): (TagID?, Int?) = (try optionalIdentifier(), try optionalInteger().map(Int.init))
        let (reason, chain) = (try optionalText(), try chain())
        guard let conflict = GrantConflict(code: code, tag: tag, request: request, reason: reason, by: chain) else {
            throw RegistryError.unreadable("a conflict", code)
        }
        return KeptConflict(conflict, chain: chain, sequence: try integer(), noted: try time())
    }
}

/// A conflict as a row.
extension GrantConflict {
    private static let (written, moved, contradicting) = (
        "written-without-grant", "moved-without-grant", "contradiction"
    )
    private static let (taken, twice) = ("taken-after-end", "held-twice")

    var columns: (code: String, tag: TagID?, request: Int?, reason: String?) {
        switch self {
        case .writtenWithoutGrant(let tag, _): (Self.written, tag, nil, nil)
        case .movedWithoutGrant(let tag, _): (Self.moved, tag, nil, nil)
        case .contradicts(let tag, _, let why): (Self.contradicting, tag, nil, why)
        case .takenAfterEnd(let request, _): (Self.taken, nil, request, nil)
        case .heldTwice(let tag): (Self.twice, tag, nil, nil)
        }
    }

    fileprivate init?(code: String, tag: TagID?, request: Int?, reason: String?, by chain: ChainName) {
        switch (code, tag, request) {
        case (Self.written, let tag?, _): self = .writtenWithoutGrant(tag, by: chain)
        case (Self.moved, let tag?, _): self = .movedWithoutGrant(tag, by: chain)
        case (Self.contradicting, let tag?, _): self = .contradicts(tag, by: chain, why: reason ?? "")
        case (Self.taken, _, let request?): self = .takenAfterEnd(request: request, by: chain)
        case (Self.twice, let tag?, _): self = .heldTwice(tag)
        default: return nil
        }
    }
}
