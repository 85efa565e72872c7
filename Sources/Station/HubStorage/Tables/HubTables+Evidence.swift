internal import Chips
internal import Cryptography
internal import PostgreSQL
internal import Registry

/// Verdicts, imports and rows of evidence, as far as events move them.
extension HubTables {
    func keep(_ verdicts: [TagVerdict], of batch: BatchName?, at time: Timestamp) throws {
        let audit = try connection.number(
            """
            INSERT INTO audits (number, time, batch, last_import)
            VALUES ((SELECT coalesce(max(number), 0) + 1 FROM audits), $1, $2,
                    (SELECT coalesce(max(number), 0) FROM imports WHERE NOT open))
            RETURNING number
            """, [.time(time), .optional(batch?.text)])
        for verdict in verdicts { try keep(verdict, of: audit ?? 0) }
    }

    private func keep(_ verdict: TagVerdict, of audit: Int64) throws {
        let content = try ContentName(url: verdict.url, uid: verdict.uid)
        try connection.change(
            "INSERT INTO contents (content, url, uid) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            [.bytes(content.bytes), .kept(verdict.url), .optional(verdict.uid?.hexadecimal)])
        try connection.change(
            """
            INSERT INTO verdicts (content, audit, store, verdict, probability, distance, found_store, last_seen, last_inside)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (content) DO UPDATE SET
                audit = excluded.audit, store = excluded.store, verdict = excluded.verdict,
                probability = excluded.probability, distance = excluded.distance, found_store = excluded.found_store,
                last_seen = excluded.last_seen, last_inside = coalesce(excluded.last_inside, verdicts.last_inside)
            WHERE excluded.last_seen >= verdicts.last_seen
            """,
            [
                .bytes(content.bytes), .integer(audit), .optional(verdict.store?.key), .optional(verdict.verdict),
                .optional(verdict.probability), .optional(verdict.distance), .optional(verdict.foundStore?.key),
                .integer(verdict.lastSeen), verdict.seenInside.map(PostgresValue.integer) ?? .null,
            ])
    }

    func endImport(_ number: Int64) throws {
        try connection.change("UPDATE imports SET open = false WHERE number = $1", [.integer(number)])
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
        func erase(_ table: String) throws -> Int {
            try connection.change("DELETE FROM \(table) WHERE \(condition)", values)
        }
        let erased = (
            sightings: try erase("sightings"), confirmations: try erase("confirmations"), remarks: try erase("remarks")
        )
        try connection.change(
            "UPDATE requests SET state = 'erased', request = NULL, status = NULL, headers = NULL, body = NULL WHERE personal"
        )
        try connection.change(
            "UPDATE erasures SET count = count + 1, pending = coalesce(pending, $1)", [.time(time)])
        return erased
    }

    func countErasures() throws -> Int64 { try connection.number("SELECT count FROM erasures") ?? 0 }
}

/// The name of what a tag said: a digest of URL and UID, so that rows come in without a look-up.
struct ContentName {
    let bytes: [UInt8]

    /// The first 128 bits of a SHA-256.
    init(url: String, uid: ChipUID?) throws {
        bytes = Array(try SHA256.hash("\(url)\n\(uid?.hexadecimal ?? "")".utf8).prefix(16))
    }
}
