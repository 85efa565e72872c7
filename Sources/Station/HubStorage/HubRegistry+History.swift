internal import Chips
internal import PostgreSQL
package import Registry

/// Evidence as audits of everything read it, and what audits have left.
extension HubRegistry: RegistryHistory {
    /// Several daemons may be at it at once.
    package func foldEvidence(_ progress: @Sendable (Int) -> Void) async throws {
        if try single({ try FoldingRule($0).isOvertaken }) {
            try change { connection in
                try Gate.lockAll(connection)
                try FoldingRule(connection).refoldEverything()
            }
        }
        var rows = 0
        while true {
            let folded = try change { connection in
                try Gate.lock(forEvidenceAt: evidenceGate, connection)
                return try Refolding(connection).advance()
            }
            guard let folded else { return }
            rows += folded
            progress(rows)
            await Task.yield()
        }
    }

    package func beginJudging() throws -> JudgingMark {
        try change { connection in
            try Gate.lockAll(connection)
            return try HubJudgedTable(connection).begin()
        }
    }

    package func readEvidence<Result: Sendable>(
        _ read: @Sendable (any JudgingEvidence) throws -> Result
    ) async throws -> Result {
        try await readEvidenceOnce { try read(HubStoredEvidence($0)) }
    }

    package func settle(_ settling: Settling) async throws {
        let mark = settling.mark
        // In one order for all pieces: each finds its rows where the one before has been.
        var settled = try await HubJudgedTable.named(settling.settled)[...]
        while !settled.isEmpty {
            let piece = settled.prefix(Self.contentsAtOnce)
            settled = settled.dropFirst(Self.contentsAtOnce)
            try change { connection in
                try Gate.lock(forEvidenceAt: evidenceGate, connection)
                let table = HubJudgedTable(connection)
                guard try table.mark.plan == mark.plan else { return }
                try connection.lookingUp(keys: piece.count) { try table.settle(piece, by: mark) }
            }
            await Task.yield()
        }
        var open = settling.remarkable[...]
        while !open.isEmpty {
            let piece = open.prefix(Self.contentsAtOnce)
            open = open.dropFirst(Self.contentsAtOnce)
            try change { connection in
                try Gate.lock(forEvidenceAt: evidenceGate, connection)
                try HubJudgedTable(connection).keepUnsettled(piece, by: mark)
            }
            await Task.yield()
        }
        if settling.isPart { return }
        try change { connection in
            try HubJudgedTable(connection).endSettling(by: mark)
            if !mark.isCurrent { try AuditParts(connection).drop(settledBy: mark) }
        }
    }

    package func openParts(_ count: Int, by mark: JudgingMark) throws {
        try change { try AuditParts($0).open(count, by: mark) }
    }

    package func takePart() throws -> NextPart {
        // Daemons ask again and again, and mostly there is none.
        let next = try single { try AuditParts($0).look() }
        guard case .free = next else { return next == .taken ? .othersWork : .none }
        return try change { try AuditParts($0).take(by: "\(chain)") }
    }

    package func holdPart(_ part: EvidencePart) throws { try change { try AuditParts($0).hold(part, by: "\(chain)") } }

    package func endPart(_ part: EvidencePart, by mark: JudgingMark, isJudged: Bool) throws {
        try change { try AuditParts($0).end(part, by: mark, daemon: "\(chain)", isJudged: isJudged) }
    }

    package func endParts(noting shared: [UInt128], by mark: JudgingMark) async throws -> Bool {
        var rest = shared.sorted()[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Self.contentsAtOnce).map(ContentName.init(bits:))
            rest = rest.dropFirst(Self.contentsAtOnce)
            try change { try HubJudgedTable($0).note(piece) }
            await Task.yield()
        }
        return try change { connection in
            let table = HubJudgedTable(connection)
            guard try table.mark.plan == mark.plan, try AuditParts(connection).close() else { return false }
            try table.endSettling(by: mark)
            return true
        }
    }

    private static let contentsAtOnce = 5_000

    /// Audits with more verdicts keep them before their own event, which all gates wait for.
    static let verdictsAtOnce = 5_000

    /// Keeps what an audit says of tags. No gate of events is locked.
    package func keepVerdicts(of run: AuditRun) async throws -> AuditRun {
        var rest = try await LatestVerdict.named(run.verdicts)[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Self.verdictsAtOnce)
            rest = rest.dropFirst(Self.verdictsAtOnce)
            try change { connection in
                try Gate.lock(forEvidenceAt: evidenceGate, connection)
                let tables = HubTables(reading: connection, of: chain)
                try tables.checkNothingForgotten(since: run)
                try tables.keep(piece)
            }
            await Task.yield()
        }
        return run.withVerdictsKept
    }

    package func knownTags() async throws -> [KnownTag] {
        try await readEvidenceOnce { try HubStoredEvidence($0).knownTags(ofSettled: nil) }
    }

    package func findings(in states: Set<KeptFinding.State>) throws -> [KeptFinding] {
        try read { connection in
            try connection.all(
                HubTables.selectFinding + " WHERE state = ANY($1) ORDER BY number", [.texts(states.map(\.rawValue))]
            ) { try HubTables.finding(&$0).kept }
        }
    }

    package func finding(_ number: Int64) throws -> KeptFinding? {
        try read { try HubTables(reading: $0, of: chain).findingLife(number)?.kept }
    }

    package func picture(ofFinding number: Int64, _ side: RepairPictures.Side) throws -> ScanPicture? {
        let column = side.rawValue
        let found = try read { connection in
            try connection.all(
                "SELECT \(column) FROM repair_pictures WHERE finding = $1 AND \(column) IS NOT NULL", [.integer(number)]
            ) { try $0.bytes() }
        }
        return try found.first.map { try Self.picture($0, of: "finding", number: number) }
    }

    package func lastLooks(at urls: [String]) throws -> [LastLook] {
        try read { connection in
            try connection.all(
                """
                SELECT url, uid, store, verdict, found_store, last_seen
                FROM contents JOIN verdicts ON verdicts.content = contents.content
                WHERE \(HubSchema.digest("url")) IN (SELECT \(HubSchema.digest("wanted")) FROM unnest($1) AS wanted)
                    AND url = ANY($1)
                ORDER BY url, coalesce(uid, '')
                """, [.kept(urls)]
            ) { columns in
                let (url, uid) = (try columns.text(), try columns.optionalUID())
                let (store, verdict) = (try columns.optionalStore(), try columns.optionalText())
                return LastLook(
                    url: url, uid: uid, store: store, verdict: verdict, foundStore: try columns.optionalStore(),
                    lastSeen: try columns.integer())
            }
        }
    }

    package func findings(identities: [String]) throws -> [KeptFinding] {
        try read { connection in
            let found = try connection.all(
                HubTables.selectFinding + """
                     WHERE \(HubSchema.digest("identity"))
                        IN (SELECT \(HubSchema.digest("wanted")) FROM unnest($1) AS wanted)
                    """, [.kept(identities)], as: HubTables.finding)
            // In the order in which they were asked for; their texts are compared as bytes.
            let lives = Dictionary(found.map { (Array($0.identity.utf8), $0.kept) }) { first, _ in first }
            return identities.compactMap { lives[Array($0.utf8)] }
        }
    }
}
