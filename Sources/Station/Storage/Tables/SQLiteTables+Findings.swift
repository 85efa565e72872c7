internal import FoundationEssentials
internal import Registry

/// Findings, verdicts and rows of evidence.
extension SQLiteTables {
    static let selectFinding = "SELECT * FROM findings"

    static func finding(_ row: borrowing ResultRow) throws -> FindingLife {
        var acceptance: KeptFinding.Acceptance?
        if let reason = row.optionalText("accepted_reason") {
            acceptance = KeptFinding.Acceptance(
                reason: reason, person: row.text("accepted_by"), time: try SQLiteRegistry.time(row.text("accepted_at")))
        }
        return FindingLife(
            number: row.integer("number"),
            found: FoundFinding(
                identity: row.text("identity"), code: row.text("code"), severity: row.text("severity"),
                stores: try list(row.text("stores")).map(SQLiteRegistry.storeID), tags: try list(row.text("tags")),
                batches: try list(row.text("batches")), message: row.text("message"), next: row.text("next"),
                words: try row.optionalText("words").map { try decoded($0, "a finding's words") },
                evidence: row.integer("evidence")),
            state: try SQLiteRegistry.name(row.text("state")), since: try SQLiteRegistry.time(row.text("since")),
            lastFound: try SQLiteRegistry.time(row.text("last_found")),
            resolved: try row.optionalText("resolved").map(SQLiteRegistry.time),
            acceptance: acceptance, acceptedTags: try list(row.optionalText("accepted_tags") ?? "[]"),
            repair: try row.optionalText("repair").map { try decoded($0, "a finding's repair") })
    }

    func findings() throws -> [FindingLife] {
        try database.rows(Self.selectFinding + " ORDER BY number", [], as: Self.finding)
    }

    func findings(openOrIdentifiedBy identities: Set<String>) throws -> [FindingLife] {
        try database.rows(
            Self.selectFinding + """
                 WHERE state IN ('new', 'still-there', 'accepted') OR identity IN (SELECT value FROM json_each(?))
                ORDER BY number
                """, [.text(try Self.text(Array(identities)))], as: Self.finding)
    }

    func findingLife(_ number: Int64) throws -> FindingLife? {
        try database.rows(Self.selectFinding + " WHERE number = ?", [.integer(number)], as: Self.finding).first
    }

    func put(_ finding: FindingLife) throws {
        let acceptance = finding.acceptance
        try database.run(
            """
            INSERT INTO findings (number, code, identity, state, severity, stores, tags, batches, message, next, since,
                last_found, resolved, evidence, accepted_reason, accepted_by, accepted_at, accepted_tags, words, repair)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (number) DO UPDATE SET
                identity = excluded.identity, state = excluded.state, severity = excluded.severity,
                stores = excluded.stores, tags = excluded.tags, batches = excluded.batches, message = excluded.message,
                next = excluded.next, since = excluded.since, last_found = excluded.last_found,
                resolved = excluded.resolved, evidence = excluded.evidence, accepted_reason = excluded.accepted_reason,
                accepted_by = excluded.accepted_by, accepted_at = excluded.accepted_at,
                accepted_tags = excluded.accepted_tags, words = excluded.words, repair = excluded.repair
            """,
            [
                .integer(finding.number), .text(finding.code), .text(finding.identity), .text(finding.state.rawValue),
                .text(finding.severity), .text(try Self.text(finding.stores.map(\.key))),
                .text(try Self.text(finding.tags)), .text(try Self.text(finding.batches)), .text(finding.message),
                .text(finding.next), .text(finding.since.iso8601), .text(finding.lastFound.iso8601),
                .optional(finding.resolved?.iso8601), .integer(finding.evidence), .optional(acceptance?.reason),
                .optional(acceptance?.person), .optional(acceptance?.time.iso8601),
                acceptance == nil ? .null : .text(try Self.text(finding.acceptedTags)),
                .optional(try finding.words.map(Self.text)), .optional(try finding.repair.map(Self.text)),
            ])
    }

    func keep(_ pictures: RepairPictures, of finding: Int64) throws {
        try database.run("DELETE FROM repair_pictures WHERE finding = ?", [.integer(finding)])
        guard !pictures.isEmpty else { return }
        try database.run(
            "INSERT INTO repair_pictures (finding, before, after) VALUES (?, ?, ?)",
            [.integer(finding)] + [pictures.before, pictures.after].map { $0.map { .bytes($0.bytes) } ?? .null })
    }

    func lastFinding() throws -> Int64 {
        try number(
            """
            SELECT max((SELECT coalesce(max(number), 0) FROM findings),
                       (SELECT coalesce(max(last), 0) FROM spent_numbers WHERE name = 'findings'))
            """)
    }

    func addAudit(of batch: BatchName?, reading imports: ReadImports, at time: Timestamp) throws {
        let last = try number(Self.lastAuditedImport)
        let read: Int64
        switch imports {
        case .upTo(let number): read = number
        case .only(let own):
            let unread = try database.integer(
                """
                SELECT min(number) FROM imports WHERE number > ? AND (
                    open = 1 OR kind = ? AND number NOT IN (SELECT value FROM json_each(?)))
                """,
                [
                    .integer(last), .text(EvidenceKind.sightings.rawValue),
                    .text("[" + own.sorted().map(String.init).joined(separator: ",") + "]"),
                ])
            read = try unread.map { $0 - 1 } ?? number(Self.endedImports)
        }
        try database.run(
            "INSERT INTO audits (time, batch, last_import) VALUES (?, ?, ?)",
            [.text(time.iso8601), .optional(batch?.text), .integer(max(last, read))])
    }

    static let lastAuditedImport = "SELECT coalesce((SELECT last_import FROM audits ORDER BY number DESC LIMIT 1), 0)"

    static let endedImports = """
        SELECT coalesce((SELECT min(number) - 1 FROM imports WHERE open = 1), (SELECT max(number) FROM imports), 0)
        """

    func keep(_ verdicts: [TagVerdict]) throws { try keep(verdicts[...]) }

    func keep(_ verdicts: ArraySlice<TagVerdict>) throws {
        // What the first audit of all says comes before its own row: that is row 0 then.
        try database.run(
            "INSERT INTO audits (number, time, last_import) SELECT 0, '', 0 WHERE NOT EXISTS (SELECT 1 FROM audits)")
        let audit = try number("SELECT max(number) FROM audits")
        let numbers = try EvidenceNumbers(database)
        for verdict in verdicts { try keep(verdict, of: audit, numbers) }
    }

    private func keep(_ verdict: TagVerdict, of audit: Int64, _ numbers: EvidenceNumbers) throws {
        let content = try numbers.number(of: SeenContent(url: verdict.url, uid: verdict.uid))
        try database.run(
            """
            INSERT INTO verdicts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (content) DO UPDATE SET
                audit = excluded.audit, store = excluded.store, verdict = excluded.verdict,
                probability = excluded.probability, distance = excluded.distance,
                found_store = excluded.found_store, last_seen = excluded.last_seen,
                last_inside = coalesce(excluded.last_inside, last_inside)
            WHERE excluded.last_seen >= last_seen
            """,
            [
                .integer(content), .integer(audit), .optional(verdict.store?.key),
                .optional(verdict.verdict), .optional(verdict.probability), .optional(verdict.distance),
                .optional(verdict.foundStore?.key), .integer(verdict.lastSeen),
                verdict.seenInside.map(SQLiteValue.integer) ?? .null,
            ])
    }

    func endImport(_ number: Int64) throws {
        try database.run("UPDATE imports SET open = 0 WHERE number = ? AND open = 1", [.integer(number)])
        guard database.changes == 1 else { throw RegistryError.importNotOpen(number) }
    }

    func erase(
        before: Int64?, device: DevicePseudonym?, at time: Timestamp
    ) throws -> (sightings: Int, confirmations: Int, remarks: Int) {
        var conditions: [String] = []
        var values: [SQLiteValue] = []
        if let device {
            conditions.append("device = (SELECT number FROM devices WHERE \(EvidenceNumbers.isDevice))")
            values.append(.text(device.hexadecimal))
        }
        if let before {
            conditions.append("time < ?")
            values.append(.integer(before))
        }
        let condition = conditions.joined(separator: " AND ")
        try FoldingPass.begin(database, erasing: condition, values)
        try database.run("DELETE FROM sightings WHERE \(condition)", values)
        let sightings = Int(database.changes)
        try database.run("DELETE FROM confirmations WHERE \(condition)", values)
        let confirmations = Int(database.changes)
        try database.run("DELETE FROM remarks WHERE \(condition)", values)
        let remarks = Int(database.changes)
        try database.run(
            """
            UPDATE requests SET state = 'erased', request = NULL, headers = NULL, body = NULL WHERE personal = 1
            """)
        try database.run(
            "UPDATE erasures SET count = count + 1, pending = coalesce(pending, ?)", [.text(time.iso8601)])
        return (sightings, confirmations, remarks)
    }

    func countErasures() throws -> Int64 { try number("SELECT count FROM erasures") }

    private static func decoded<Value: Decodable>(_ text: String, _ what: String) throws -> Value {
        guard let value = try? JSONDecoder().decode(Value.self, from: Data(text.utf8)) else {
            throw SQLiteRegistry.damaged(what, text)
        }
        return value
    }

    private static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private static func list(_ text: String) throws -> [String] {
        // Of many findings most have no batches and were not accepted.
        guard text != "[]" else { return [] }
        guard let list = try? JSONDecoder().decode([String].self, from: Data(text.utf8)) else {
            throw SQLiteRegistry.damaged("a finding's list", text)
        }
        return list
    }

    private static func text(_ list: [String]) throws -> String {
        // Most names need no escapes (RFC 8259, 7), and an audit may write thousands of lists.
        let isPlain = list.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C } }
        guard isPlain, !list.isEmpty else { return String(decoding: try JSONEncoder().encode(list), as: UTF8.self) }
        return "[\"\(list.joined(separator: "\",\""))\"]"
    }
}
