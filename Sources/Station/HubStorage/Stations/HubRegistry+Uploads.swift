package import Grants
internal import PostgreSQL
package import Registry
internal import Storage

/// The journals of stations.
extension HubRegistry {
    /// Entries that wait for a version that knows their kinds are applied in pieces of so many.
    private static let pieceSize: Int64 = 2_000

    private struct NeedsEveryGate: Error {}

    package func take(_ upload: ChainUpload) throws -> JournalPoint {
        let key = try read { connection in
            try connection.all("SELECT key FROM stations WHERE chain = $1", [.bytes(upload.chain.bytes)]) {
                try $0.optionalText()
            }.first ?? nil
        }
        guard let key else { throw GrantError.unknownStation("the hub has no chain \(upload.chain)") }
        let checked = try CheckedUpload(upload, key: key)
        return try throughGates(of: upload.chain) { change, isAlone in
            let head = try ChainHead.lock(upload.chain, change.connection)
            guard let entries = checked.entries(after: head.place),
                try self.knows(checked, behind: head.place, change.connection)
            else { throw GrantError.headMoved(upload.chain, at: head.place) }
            guard let last = checked.last, !entries.isEmpty else { return head.place.point }
            let applied = try applied(upload.chain, change.connection)
            try append(Array(entries), to: upload.chain, last: last, change.connection)
            if applied == head.place.sequence {
                try apply(Array(entries), of: upload.chain, change, isAlone: isAlone)
            } else {
                try applyPiece(of: upload.chain, after: applied, change, isAlone: isAlone)
            }
            return last
        }
    }

    /// Applies what was kept until this version, which knows more kinds.
    func applyKept(of chain: ChainName) throws {
        var isDone = false
        while !isDone {
            isDone = try throughGates(of: chain) { change, isAlone in
                let head = try ChainHead.lock(chain, change.connection)
                let applied = try applied(chain, change.connection)
                guard applied < head.place.sequence else { return true }
                return try applyPiece(of: chain, after: applied, change, isAlone: isAlone) == applied
            }
        }
    }

    /// With the chain's own gate first, for few entries need every gate.
    private func throughGates<Value>(
        of chain: ChainName, _ body: (HubChange, _ isAlone: Bool) throws -> Value
    ) throws -> Value {
        do {
            return try commit(by: .hub, locking: chain) { change in
                try Gate.lock(chain, change.connection)
                return try body(change, false)
            }
        } catch is NeedsEveryGate {
            return try commit(by: .hub, locking: chain) { change in
                try Gate.lock(nil, change.connection)
                return try body(change, true)
            }
        }
    }

    /// Entries that all are older than the head have to be those that are kept.
    private func knows(
        _ upload: CheckedUpload, behind head: ChainPlace, _ connection: PostgresConnection
    ) throws -> Bool {
        guard let last = upload.last, last.sequence < head.sequence else { return true }
        let next = try connection.all(
            "SELECT previous FROM journal WHERE chain = $1 AND sequence = $2",
            [.bytes(upload.chain.bytes), .integer(last.sequence + 1)]
        ) { try $0.text() }.first
        return next == last.digest
    }

    private func applied(_ chain: ChainName, _ connection: PostgresConnection) throws -> Int64 {
        try connection.number("SELECT applied FROM stations WHERE chain = $1", [.bytes(chain.bytes)]) ?? 0
    }

    /// The last entry that is applied then.
    @discardableResult
    private func applyPiece(
        of chain: ChainName, after applied: Int64, _ change: HubChange, isAlone: Bool
    ) throws -> Int64 {
        let entries = try change.connection.all(
            "\(Self.selectEntry) WHERE chain = $1 AND sequence > $2 ORDER BY sequence LIMIT $3",
            [.bytes(chain.bytes), .integer(applied), .integer(Self.pieceSize)]
        ) { try $0.readEntry() }
        return try apply(entries, of: chain, change, isAlone: isAlone) ?? applied
    }

    @discardableResult
    private func apply(
        _ entries: [JournalEntry], of chain: ChainName, _ change: HubChange, isAlone: Bool
    ) throws -> Int64? {
        let moves = ChainMoves(entries)
        let rows = change.rows(as: chain)
        guard try isAlone || !moves.needEveryGate(rows.hub()) else { throw NeedsEveryGate() }
        let follower = ChainFollower(of: chain, rows, change)
        let conflicts = try follower.follow(moves)
        try rows.flush()
        try change.recordRenewals(of: rows, in: rows.hub().era)
        try follower.note(conflicts)
        guard let last = moves.last else { return nil }
        try change.connection.change(
            "UPDATE stations SET applied = $2 WHERE chain = $1", [.bytes(chain.bytes), .integer(last)])
        return last
    }

    /// Entries stay as they came.
    func append(
        _ entries: [JournalEntry], to chain: ChainName, last: JournalPoint, _ connection: PostgresConnection
    ) throws {
        var cells: [(tag: String, sequence: Int64)] = []
        try connection.copyIn(
            "COPY journal (chain, \(Self.entryColumns), tag, batch) FROM STDIN (FORMAT binary)",
            entries.map { entry -> [PostgresValue] in
                let subject = entry.subject
                cells += Set(entry.sheetTags).map { ($0, entry.sequence) }
                return [
                    .bytes(chain.bytes), .integer(entry.sequence), .integer(entry.time.milliseconds),
                    .kept(entry.author.station), .kept(entry.author.actor), .kept(entry.kind), .kept(entry.payload),
                    .kept(entry.previous), .optional(subject.tag), .optional(subject.batch),
                ]
            })
        if !cells.isEmpty {
            try connection.change(
                "INSERT INTO journal_cells (tag, chain, sequence) SELECT tag, $3, number FROM unnest($1, $2) AS cell(tag, number)",
                [.texts(cells.map { KeptText.kept($0.tag) }), .integers(cells.map(\.sequence)), .bytes(chain.bytes)])
        }
        try ChainHead.move(
            chain, to: ChainPlace(sequence: last.sequence, digest: last.digest), at: entries.last?.time, connection)
    }
}

extension ChainPlace {
    fileprivate var point: JournalPoint { JournalPoint(sequence: sequence, digest: digest) }
}
