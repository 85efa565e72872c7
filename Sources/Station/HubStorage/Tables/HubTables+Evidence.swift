internal import Chips
internal import PostgreSQL
internal import Registry
internal import Storage

/// Verdicts, imports and rows of evidence, as far as events move them.
extension HubTables {
    func addAudit(of batch: BatchName?, reading imports: ReadImports, at time: Timestamp) throws {
        let last = try connection.number(Self.lastAuditedImport) ?? 0
        let read: Int64
        switch imports {
        case .upTo(let number): read = number
        case .only(let own):
            let unread = try connection.number(
                """
                SELECT min(number) FROM imports WHERE number > $1 AND (open OR kind = $2 AND number <> ALL($3))
                """,
                [.integer(last), .kept(EvidenceKind.sightings.rawValue), .integers(own.sorted())])
            read = try unread.map { $0 - 1 } ?? connection.number(Self.endedImports) ?? 0
        }
        try connection.change(
            """
            INSERT INTO audits (number, time, batch, last_import)
            VALUES ((SELECT coalesce(max(number), 0) + 1 FROM audits), $1, $2, $3)
            """, [.time(time), .optional(batch?.text), .integer(max(last, read))])
    }

    static let lastAuditedImport = "SELECT coalesce((SELECT last_import FROM audits ORDER BY number DESC LIMIT 1), 0)"

    static let endedImports = """
        SELECT coalesce((SELECT min(number) - 1 FROM imports WHERE open), (SELECT max(number) FROM imports), 0)
        """

    func keep(_ verdicts: [TagVerdict]) throws { try keep(LatestVerdict.inOrder(verdicts)[...]) }

    /// In the order of their names.
    func keep(_ verdicts: ArraySlice<LatestVerdict>) throws {
        if verdicts.isEmpty { return }
        try connection.lookingUp(keys: verdicts.count) {
            try LooseContents(connection).note(connection.add(verdicts.map { ($0.name, $0.content) }))
            try put(verdicts)
        }
    }

    private func put(_ verdicts: ArraySlice<LatestVerdict>) throws {
        let all = verdicts.map(\.verdict)
        try connection.change(
            """
            INSERT INTO verdicts (content, audit, \(Self.verdictColumns))
            SELECT content, (SELECT coalesce(max(number), 0) FROM audits), \(Self.verdictColumns)
            FROM unnest($1, $2, $3, $4, $5, $6, $7, $8) AS row (content, \(Self.verdictColumns))
            ON CONFLICT (content) DO UPDATE SET
                audit = excluded.audit, store = excluded.store, verdict = excluded.verdict,
                probability = excluded.probability, distance = excluded.distance, found_store = excluded.found_store,
                last_seen = excluded.last_seen, last_inside = coalesce(excluded.last_inside, verdicts.last_inside)
            WHERE excluded.last_seen >= verdicts.last_seen
            """,
            [
                .byteStrings(verdicts.map(\.name.bytes)), .kept(all.map { $0.store?.key }), .kept(all.map(\.verdict)),
                .doubles(all.map(\.probability)), .doubles(all.map(\.distance)), .kept(all.map { $0.foundStore?.key }),
                .integers(all.map(\.lastSeen)), .integers(verdicts.map(\.lastInside)),
            ])
    }

    static let verdictColumns = "store, verdict, probability, distance, found_store, last_seen, last_inside"

    func endImport(_ number: Int64) throws {
        let ended = try connection.change(
            "UPDATE imports SET open = false WHERE number = $1 AND open", [.integer(number)])
        guard ended == 1 else { throw RegistryError.importNotOpen(number) }
    }

    func erase(
        before: Int64?, device: DevicePseudonym?, at time: Timestamp
    ) throws -> (sightings: Int, confirmations: Int, remarks: Int) {
        var conditions: [String] = []
        var values: [PostgresValue] = []
        if let device {
            values.append(.kept(device.hexadecimal))
            conditions.append("device = $\(values.count)")
        }
        if let before {
            values.append(.integer(before))
            conditions.append("time < $\(values.count)")
        }
        let condition = conditions.joined(separator: " AND ")
        func erase(_ table: String, noting notes: [String]) throws -> Int {
            let noted = notes.map { note in
                """
                , \(note)_noted AS (
                    INSERT INTO \(note) SELECT DISTINCT content FROM gone ON CONFLICT DO NOTHING
                )
                """
            }
            return Int(
                try connection.number(
                    """
                    WITH gone AS (DELETE FROM \(table) WHERE \(condition) RETURNING content)\(noted.joined())
                    SELECT count(*) FROM gone
                    """, values) ?? 0)
        }
        let erased = (
            sightings: try erase("sightings", noting: ["refolds", "loose_contents"]),
            confirmations: try erase("confirmations", noting: ["refolds", "loose_contents"]),
            remarks: try erase("remarks", noting: ["loose_contents"])
        )
        try connection.change("DELETE FROM evidence WHERE content IN (SELECT content FROM refolds)")
        try HubJudgedTable(connection).noteRefolds()
        try connection.change(
            "UPDATE requests SET state = 'erased', request = NULL, status = NULL, headers = NULL, body = NULL WHERE personal"
        )
        try connection.change(
            "UPDATE erasures SET count = count + 1, pending = coalesce(pending, $1)", [.time(time)])
        try AdoptedChains(connection).noteErasure(before: before, device: device)
        return erased
    }

    func countErasures() throws -> Int64 { try connection.number("SELECT count FROM erasures") ?? 0 }
}
