package import Grants
internal import PostgreSQL
internal import Registry

/// What a hub does each time that a station calls: thousands of them call once a minute, so it is one statement.
extension HubRegistry {
    package func hear(_ call: StationCall) async throws -> StationHearing {
        let heard = try note(call)
        guard heard.isBehind else { return heard.hearing }
        try applyKept(of: call.contact.chain)
        return try note(call).hearing
    }

    typealias Heard = (hearing: StationHearing, isBehind: Bool)

    func note(_ call: StationCall) throws -> Heard {
        let statement = hearing(of: call)
        return try heard(in: try single { try $0.rows(statement.text, statement.values) }, of: call)
    }

    func hearing(of call: StationCall) -> PostgresStatement {
        let (contact, time) = (call.contact, now())
        return PostgresStatement(
            Self.hearing,
            [
                .bytes(contact.chain.bytes), .kept(call.name.text), .kept(call.fingerprint), .time(time),
                .kept(contact.version), contact.head.map { .integer($0.sequence) } ?? .null,
                .optional(contact.head?.digest), .time(contact.clock),
            ])
    }

    func heard(in rows: [PostgresRow], of call: StationCall) throws -> Heard {
        guard let row = rows.first else { throw try refusal(of: call) }
        var columns = Columns(row)
        return try columns.readHearing()
    }

    /// The station's own row is written, and the rest is read.
    private static let hearing = """
        WITH heard AS (
            UPDATE stations SET contact = $4, version = $5, head = $6, head_digest = $7, clock = $8
            WHERE chain = $1 AND name = $2 AND NOT lost AND fingerprint = $3 RETURNING chain, applied)
        SELECT chains.sequence, chains.digest, applied, hub.era, document_mark.mark,
            NOT EXISTS (SELECT FROM stations WHERE awaited)
                AND NOT EXISTS (SELECT FROM daemons WHERE run <> \(ServerRun.present))
        FROM heard LEFT JOIN chains ON chains.chain = heard.chain CROSS JOIN hub CROSS JOIN document_mark
        """

    private func refusal(of call: StationCall) throws -> GrantError {
        guard let known = try station(call.contact.chain), !known.isLost, known.name == call.name else {
            return GrantError.unknownStation(call.contact.chain)
        }
        return GrantError.otherMachine(known.name)
    }
}

extension Columns {
    fileprivate mutating func readHearing() throws -> (hearing: StationHearing, isBehind: Bool) {
        let (sequence, digest) = (try optionalInteger() ?? 0, try optionalText())
        let applied = try integer()
        guard let era = try optionalEra() else { throw RegistryError.unreadable("the hub's era", "nothing") }
        let (mark, isSettled) = (try text(), try bool())
        let head = sequence == 0 ? nil : digest.map { JournalPoint(sequence: sequence, digest: $0) }
        // What the station does itself changes no document that it needs, for tags come with theirs. But it may hold tags
        // by entries that this version cannot follow yet.
        let isBehind = applied < sequence
        let documents = "\(mark) \(era)" + (isBehind ? " \(applied)" : "")
        return (StationHearing(head: head, era: era, isSettled: isSettled, documents: documents), isBehind)
    }
}
