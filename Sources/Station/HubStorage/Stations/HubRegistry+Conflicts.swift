internal import Chips
package import Grants
internal import PostgreSQL
package import Registry
internal import Storage

/// What contradicts, and what people say of it.
extension HubRegistry {
    package func conflicts(withSettled: Bool, limit: Int) throws -> [KeptConflict] {
        try read { connection in
            try connection.all(
                """
                \(Self.selectConflict) WHERE $1 OR settled_chain IS NULL
                ORDER BY settled_chain IS NOT NULL, noted DESC, conflicts.number DESC LIMIT $2
                """, [.bool(withSettled), .integer(Int64(limit))]
            ) { try $0.readConflict() }
        }
    }

    package func settle(conflict number: Int, reason: String, by author: Author) throws -> ConflictAnswer {
        try commit(by: author) { change in
            try Gate.lock(chain, change.connection)
            try change.lockOwnChain()
            let row = try change.connection.number(
                "SELECT number FROM conflicts WHERE number = $1 FOR UPDATE", [.integer(Int64(number))])
            guard row != nil, var known = try conflict(number, change.connection) else {
                throw GrantError.unknownConflict(number)
            }
            guard known.settled == nil else { return ConflictAnswer(known, isNew: false) }
            let entry = try change.record(.hubMoved(.conflictSettled(known.settlement(reason))))
            try change.connection.change(
                "UPDATE conflicts SET settled_chain = $2, settled_sequence = $3 WHERE number = $1",
                [.integer(Int64(number)), .bytes(chain.bytes), .integer(entry.sequence)])
            known.settled = KeptConflict.Settled(reason: reason, by: entry.author, at: entry.time)
            return ConflictAnswer(known, isNew: true)
        }
    }

    private func conflict(_ number: Int, _ connection: PostgresConnection) throws -> KeptConflict? {
        try connection.all("\(Self.selectConflict) WHERE conflicts.number = $1", [.integer(Int64(number))]) {
            try $0.readConflict()
        }.first
    }

    /// With the entry that contradicts, which names a chip, and the one that settles.
    private static let selectConflict = """
        SELECT conflicts.number, code, conflicts.tag, request, reason, conflicts.chain, conflicts.sequence, part, noted,
            \(entry("telling")), settled_chain IS NOT NULL, \(entry("settling"))
        FROM conflicts
            LEFT JOIN journal AS telling
                ON telling.chain = conflicts.chain AND telling.sequence = conflicts.sequence
            LEFT JOIN journal AS settling
                ON settling.chain = settled_chain AND settling.sequence = settled_sequence
        """

    private static func entry(_ table: String) -> String {
        entryColumns.split(separator: ", ").map { "\(table).\($0)" }.joined(separator: ", ")
    }
}

extension Columns {
    fileprivate mutating func readConflict() throws -> KeptConflict {
        let (number, columns) = (Int(try integer()), try readConflictColumns())
        let (chain, sequence, part) = (try chain(), try integer(), Int(try integer()))
        guard let conflict = GrantConflict(columns, by: chain) else {
            throw RegistryError.unreadable("a conflict", columns.code)
        }
        let (noted, entry) = (try time(), try readOptionalEntry())
        let (isSettled, settling) = (try bool(), try readOptionalEntry())
        var settled: KeptConflict.Settled?
        if isSettled {
            guard let settling, case .hubMoved(.conflictSettled(let settlement)) = settling.event else {
                throw RegistryError.unreadable("the settlement of a conflict", "\(number)")
            }
            settled = KeptConflict.Settled(reason: settlement.reason, by: settling.author, at: settling.time)
        }
        return KeptConflict(
            number, conflict, chain: chain, sequence: sequence, part: part, uid: entry?.event?.chip, noted: noted,
            settled: settled)
    }

    /// Of `code, tag, request, reason`.
    mutating func readConflictColumns() throws -> GrantConflict.Columns {
        GrantConflict.Columns(
            code: try text(), tag: try optionalIdentifier(), request: try optionalInteger().map(Int.init),
            why: try optionalText())
    }

    /// Of ``HubRegistry/entryColumns``, which are null where there is no entry.
    private mutating func readOptionalEntry() throws -> JournalEntry? {
        let (sequence, time) = (try optionalInteger(), try optionalTime())
        let (station, actor) = (try optionalText(), try optionalText())
        let (kind, payload, previous) = (try optionalText(), try optionalText(), try optionalText())
        guard let sequence, let time, let station, let actor, let kind, let payload, let previous else { return nil }
        return JournalEntry(
            sequence: sequence, time: time, author: Author(station: station, actor: actor), kind: kind,
            payload: payload, previous: previous)
    }
}

extension JournalEvent {
    /// The chip that a station's entry is about.
    fileprivate var chip: ChipUID? {
        switch self {
        case .writeIntended(let write), .writeConfirmed(let write): write.uid
        case .protectionIntended(let protection): protection.uid
        case .tagReplaced(let release), .tagRetired(let release): release.uid
        case .grantMoved(.taken(let grant, _)): grant.loan?.chip
        default: nil
        }
    }
}
