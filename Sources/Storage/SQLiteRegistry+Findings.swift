internal import FoundationEssentials
public import Registry

/// The lives of findings.
extension SQLiteRegistry {
    /// Keeps what an audit found, and moves the lives of findings.
    func keep(_ run: AuditRun, at time: Timestamp) throws {
        try database.run(
            """
            INSERT INTO audits (time, batch, last_import)
            VALUES (?, ?, (SELECT coalesce(max(number), 0) FROM imports WHERE open = 0))
            """, [.text(time.iso8601), .optional(run.batch?.text)])
        let audit = try database.rows("SELECT max(number) FROM audits") { $0.integer(0) }.first ?? 0
        var names = Names(database)
        for verdict in run.verdicts { try keep(verdict, audit, &names) }
        for finding in run.findings { try keep(finding, run, time) }
        try resolve(run, except: Set(run.findings.map(\.identity)), at: time)
    }

    private func keep(_ verdict: TagVerdict, _ audit: Int64, _ names: inout Names) throws {
        let inside: SQLiteValue = verdict.verdict == "inside" ? .integer(verdict.lastSeen) : .null
        // An older walk that is audited later does not overwrite what is known since.
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
                .integer(try names.content(verdict.url, verdict.uid)), .integer(audit), .optional(verdict.store?.text),
                .optional(verdict.verdict), .optional(verdict.probability), .optional(verdict.distance),
                .optional(verdict.foundStore?.text), .integer(verdict.lastSeen), inside,
            ])
    }

    private struct Life {
        let number: Int64
        let state: KeptFinding.State
        /// Seconds since 1970 of the last sighting on which the state rests.
        let evidence: Int64
        let acceptedTags: Set<String>
    }

    private func keep(_ finding: FoundFinding, _ run: AuditRun, _ time: Timestamp) throws {
        let evidence = run.lastSighting ?? 0
        let life = try database.rows(
            "SELECT number, state, evidence, accepted_tags FROM findings WHERE identity = ?", [.text(finding.identity)]
        ) { row in
            Life(
                number: row.integer(0), state: try Self.state(row.text(1)), evidence: row.integer(2),
                acceptedTags: Set(try Self.list(row.optionalText(3) ?? "[]")))
        }.first
        let content: [SQLiteValue] = [
            .text(finding.severity), .text(try Self.text(finding.stores)), .text(try Self.text(finding.tags)),
            .text(try Self.text(finding.batches)), .text(finding.message), .text(finding.next),
            .text(time.iso8601), .integer(evidence),
        ]
        guard let life else {
            return try database.run(
                """
                INSERT INTO findings (severity, stores, tags, batches, message, next, last_found, evidence, identity,
                    code, since, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'new')
                """, content + [.text(finding.identity), .text(finding.code), .text(time.iso8601)])
        }
        // What was resolved by later evidence does not come back with older.
        if life.state == .resolved, evidence <= life.evidence { return }
        let state: KeptFinding.State =
            switch life.state {
            case .new, .stillThere: .stillThere
            case .resolved: .new
            // It was accepted for certain tags; more of them is another matter.
            case .accepted: Set(finding.tags).isSubset(of: life.acceptedTags) ? .accepted : .new
            }
        try database.run(
            """
            UPDATE findings SET severity = ?, stores = ?, tags = ?, batches = ?, message = ?, next = ?, last_found = ?,
                evidence = max(evidence, ?), state = ? WHERE number = ?
            """, content + [.text(state.rawValue), .integer(life.number)])
        guard state == .new else { return }
        try database.run(
            """
            UPDATE findings SET since = ?, resolved = NULL, accepted_reason = NULL, accepted_by = NULL,
                accepted_at = NULL, accepted_tags = NULL WHERE number = ?
            """, [.text(time.iso8601), .integer(life.number)])
    }

    /// Findings that this audit looked for and did not find.
    private func resolve(_ run: AuditRun, except found: Set<String>, at time: Timestamp) throws {
        guard let last = run.lastSighting else { return }
        let covered = Set(run.covered.map(\.text))
        // A tag that was seen too vaguely was not looked at.
        let undecided = Set(run.verdicts.lazy.filter { $0.verdict == "undecided" }.map(\.label))
        let seen = Set(run.verdicts.map(\.label)).subtracting(undecided)
        let open = try database.rows(
            """
            SELECT number, identity, code, stores, tags, batches, evidence FROM findings
            WHERE state <> 'resolved' ORDER BY number
            """
        ) { row in
            (
                number: row.integer(0), identity: row.text(1), code: row.text(2), stores: try Self.list(row.text(3)),
                tags: try Self.list(row.text(4)), batches: try Self.list(row.text(5)), evidence: row.integer(6)
            )
        }
        for finding in open where !found.contains(finding.identity) && finding.evidence <= last {
            guard !finding.tags.contains(where: undecided.contains) else { continue }
            let sawTags = !finding.tags.isEmpty && seen.isSuperset(of: finding.tags)
            var sawStores = !finding.stores.isEmpty && covered.isSuperset(of: finding.stores)
            // Age is looked for only when asked; missing tags of other batches not at all.
            if finding.code == "stale" { sawStores = false }
            if finding.code == "missing", let batch = run.batch, finding.batches != [batch.text] { sawStores = false }
            guard sawTags || sawStores else { continue }
            try database.run(
                "UPDATE findings SET state = 'resolved', resolved = ?, evidence = ? WHERE number = ?",
                [.text(time.iso8601), .integer(last), .integer(finding.number)])
        }
    }

    func accept(_ acceptance: FindingAcceptance, at time: Timestamp) throws {
        let failure = "finding \(acceptance.finding) cannot be accepted"
        guard let finding = try self.finding(acceptance.finding) else {
            throw RegistryError(
                .unknownFinding, failure, why: "no audit has found it", next: "see: waymark finding list")
        }
        guard finding.state != .resolved else {
            throw RegistryError(
                .contradiction, failure, why: "it is resolved", next: "there is nothing to do any more")
        }
        try database.run(
            """
            UPDATE findings SET state = 'accepted', accepted_reason = ?, accepted_by = ?, accepted_at = ?,
                accepted_tags = tags WHERE number = ?
            """,
            [
                .text(acceptance.reason), .text(acceptance.person), .text(time.iso8601),
                .integer(acceptance.finding),
            ])
    }
}

// MARK: - Reading

extension SQLiteRegistry {
    public func findings(in states: Set<KeptFinding.State>) throws -> [KeptFinding] {
        try translatingErrors {
            try database.rows(Self.selectFinding + " ORDER BY number", [], Self.finding)
                .filter { states.contains($0.state) }
        }
    }

    public func finding(_ number: Int64) throws -> KeptFinding? {
        try translatingErrors {
            try database.rows(Self.selectFinding + " WHERE number = ?", [.integer(number)], Self.finding).first
        }
    }

    public func findings(identities: [String]) throws -> [KeptFinding] {
        try translatingErrors {
            try identities.flatMap { identity in
                try database.rows(Self.selectFinding + " WHERE identity = ?", [.text(identity)], Self.finding)
            }
        }
    }

    public func lastAuditedImport() throws -> Int64 {
        try translatingErrors {
            try database.rows("SELECT last_import FROM audits ORDER BY number DESC LIMIT 1") { $0.integer(0) }.first
                ?? 0
        }
    }

    public func knownTags() throws -> [KnownTag] {
        try translatingErrors {
            try database.rows(
                """
                SELECT url, uid, last_seen, last_inside, last_inside IS NULL
                FROM verdicts JOIN contents ON contents.number = content
                """
            ) { row in
                KnownTag(
                    url: row.text(0), uid: ChipUID(row.text(1)), lastSeen: row.integer(2),
                    lastInside: row.integer(4) == 1 ? nil : row.integer(3))
            }
        }
    }

    static var selectFinding: String {
        """
        SELECT number, state, code, severity, stores, tags, message, next, since, last_found, resolved,
            accepted_reason, accepted_by, accepted_at FROM findings
        """
    }

    static func finding(_ row: borrowing Row) throws -> KeptFinding {
        var acceptance: KeptFinding.Acceptance?
        if let reason = row.optionalText(11) {
            acceptance = KeptFinding.Acceptance(
                reason: reason, person: row.text(12), time: try time(row.text(13)))
        }
        return KeptFinding(
            number: row.integer(0), state: try state(row.text(1)), code: row.text(2), severity: row.text(3),
            stores: try list(row.text(4)), tags: try list(row.text(5)), message: row.text(6), next: row.text(7),
            since: try time(row.text(8)), lastFound: try time(row.text(9)),
            resolved: try row.optionalText(10).map(time), acceptance: acceptance)
    }

    private static func state(_ text: String) throws -> KeptFinding.State {
        guard let state = KeptFinding.State(rawValue: text) else { throw damaged("a finding's state", text) }
        return state
    }

    private static func list(_ text: String) throws -> [String] {
        guard let list = try? JSONDecoder().decode([String].self, from: Data(text.utf8)) else {
            throw damaged("a finding's list", text)
        }
        return list
    }

    private static func text(_ list: [String]) throws -> String {
        String(decoding: try JSONEncoder().encode(list), as: UTF8.self)
    }
}
