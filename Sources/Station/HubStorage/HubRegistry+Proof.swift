internal import Checkpoints
internal import PostgreSQL
package import Registry
internal import Storage

/// What the chains prove: those of the hub's daemons and those of the stations.
extension HubRegistry {
    /// The chains one by one, and the log over all of them.
    package func verifyJournal() throws -> JournalCheck {
        try read { connection in
            let check = try follow(.ignoring, connection)
            guard check.brokenAt == nil else { return check }
            let deviations = try logDeviations(connection)
            return deviations.isEmpty
                ? check : JournalCheck(entries: check.entries, brokenAt: nil, deviations: deviations)
        }
    }

    /// Without the key nothing is known of signatures, and nothing is said of the log.
    private func logDeviations(_ connection: PostgresConnection) throws -> [JournalDeviation] {
        let heads = try wrongHead(connection).map { JournalDeviation(subject: "heads of the chains", why: $0) }
        guard let signer else { return [heads].compactMap(\.self) }
        return try [heads].compactMap(\.self) + LogCheck(connection: connection, key: signer.key).deviations()
    }

    package func proveTables() throws -> JournalCheck {
        try read { connection in
            let replay = HubReplay(conflicts: try conflicts(connection), turns: try turns(connection))
            let check = try follow(.replaying(replay), connection)
            guard check.brokenAt == nil else { return check }
            let tables = HubTables(reading: connection, of: chain)
            let spent = try tables.spentTags().compactMap { replay.journal.compare($0) }
            let deviations =
                try logDeviations(connection) + spent + tables.wrongPictures()
                + replay.settlements.deviations(of: settledConflicts(connection))
                + tables.compare(with: &replay.journal, kept: tables.keptDigest)
            return JournalCheck(
                entries: check.entries, brokenAt: nil, deviations: Array(deviations.prefix(100)),
                unproven: replay.journal.unproven)
        }
    }

    private enum Receiver {
        case ignoring
        case replaying(HubReplay)
    }

    /// Those of registries that were adopted come first, for the hub and its stations go on from there; then those of stations: what a station holds the hub does not move, and what the hub moves comes to no station.
    private func follow(_ receiver: Receiver, _ connection: PostgresConnection) throws -> JournalCheck {
        var count: Int64 = 0
        do {
            for (walk, isApplied) in try adoptedWalks(connection) {
                while let entry = try walk.take() {
                    guard case .replaying(let replay) = receiver, isApplied, let event = entry.event else { continue }
                    replay.journal.followTags(event)
                }
                count += walk.count
            }
            for (walk, applied) in try stationWalks(connection) {
                while let entry = try walk.take() {
                    guard case .replaying(let replay) = receiver, entry.sequence <= applied else { continue }
                    replay.follow(entry, of: walk.chain)
                }
                count += walk.count
            }
            var walks = try ownWalks(connection)
            while let (chain, entry) = try next(&walks, receiver) {
                count += 1
                if case .replaying(let replay) = receiver { replay.follow(own: entry, of: chain) }
            }
            if case .replaying(let replay) = receiver { replay.end() }
        } catch let broken as ChainWalk.Broken {
            let isOwn = broken.chain == chain
            return JournalCheck(
                entries: count + broken.count, brokenAt: broken.sequence,
                deviations: isOwn
                    ? nil
                    : [
                        JournalDeviation(
                            subject: "chain \(broken.chain)",
                            why: "entry \(broken.sequence) is missing, or it or the one before it was changed")
                    ])
        }
        return JournalCheck(entries: count, brokenAt: nil)
    }

    /// The next entry of the hub's daemons: the oldest by their clocks, unless it follows a change of documents that another
    /// chain has.
    private func next(
        _ walks: inout [ChainWalk], _ receiver: Receiver
    ) throws -> (chain: ChainName, entry: JournalEntry)? {
        var waiting: [(time: Timestamp, walk: ChainWalk, entry: JournalEntry)] = []
        for walk in walks {
            if let entry = try walk.peek() { waiting.append((max(walk.time ?? entry.time, entry.time), walk, entry)) }
        }
        waiting.sort { ($0.time, $0.walk.chain) < ($1.time, $1.walk.chain) }
        guard let oldest = waiting.first else { return nil }
        walks = waiting.map(\.walk)
        guard waiting.count > 1, case .replaying(let replay) = receiver else { return try oldest.walk.takeNext() }
        let fitting = waiting.first { replay.journal.fits($0.entry.documents) }
        return try (fitting ?? oldest).walk.takeNext()
    }

    private func ownWalks(_ connection: PostgresConnection) throws -> [ChainWalk] {
        var walks = try connection.all(
            """
            SELECT chain, sequence, digest FROM chains WHERE chain NOT IN (SELECT chain FROM stations WHERE name IS NOT NULL)
                AND chain NOT IN (SELECT chain FROM adopted_chains)
            """
        ) { columns in
            let chain = try columns.chain()
            let head = ChainPlace(sequence: try columns.integer(), digest: try columns.text())
            return ChainWalk(chain, from: .beforeTheFirst, to: head, connection)
        }
        // One whose head's row is gone has entries all the same.
        if !walks.contains(where: { $0.chain == chain }) {
            walks.append(ChainWalk(chain, from: .beforeTheFirst, to: .beforeTheFirst, connection))
        }
        return walks
    }

    /// Entries of a registry whose tables have not come yet mean nothing.
    private func adoptedWalks(_ connection: PostgresConnection) throws -> [(walk: ChainWalk, isApplied: Bool)] {
        try connection.all(
            """
            SELECT adopted.chain, adopted.applied, adopted.sequence, adopted.digest, chains.sequence, chains.digest
            FROM adopted_chains AS adopted LEFT JOIN chains ON chains.chain = adopted.chain ORDER BY adopted.chain
            """
        ) { columns in
            let (chain, isApplied) = (try columns.chain(), try columns.bool())
            let whole = ChainPlace(sequence: try columns.integer(), digest: try columns.text())
            let present = ChainPlace(
                sequence: try columns.optionalInteger() ?? 0,
                digest: try columns.optionalText() ?? JournalEntry.beforeTheFirst)
            return (ChainWalk(chain, from: .beforeTheFirst, to: isApplied ? whole : present, connection), isApplied)
        }
    }

    private func stationWalks(_ connection: PostgresConnection) throws -> [(walk: ChainWalk, applied: Int64)] {
        try connection.all(
            """
            SELECT stations.chain, began, began_digest, applied, sequence, digest
            FROM stations LEFT JOIN chains ON chains.chain = stations.chain WHERE name IS NOT NULL ORDER BY stations.chain
            """
        ) { columns in
            let (chain, began) = (try columns.chain(), try columns.integer())
            let digest = try columns.optionalText() ?? JournalEntry.beforeTheFirst
            let first = ChainPlace(sequence: began, digest: digest)
            let applied = try columns.integer()
            let head = (try columns.optionalInteger(), try columns.optionalText())
            return (
                ChainWalk(
                    chain, from: first, to: ChainPlace(sequence: head.0 ?? 0, digest: head.1 ?? ""), connection),
                applied
            )
        }
    }

    private func turns(_ connection: PostgresConnection) throws -> TurnReplay {
        let replaced: [TagID] = try connection.all(
            "SELECT DISTINCT tag FROM journal WHERE kind = $1 AND tag IS NOT NULL",
            [.kept(JournalEvent.Kind.tagReplaced.rawValue)]
        ) { try $0.identifier() }
        let given = try connection.all(
            "\(Self.selectEntry) WHERE kind = $1 AND position($2 in payload) > 0",
            [.kept(JournalEvent.Kind.grantGiven.rawValue), .kept("\"turns\"")]
        ) { try $0.readEntry() }
        return TurnReplay(
            replaced: Set(replaced),
            given: given.compactMap { if case .hubMoved(.given(let grant)) = $0.event { grant } else { nil } })
    }

    private func settledConflicts(_ connection: PostgresConnection) throws -> [SettlementReplay.Row] {
        try connection.all(
            """
            SELECT number, code, tag, request, reason, chain, sequence, part, noted, settled_chain, settled_sequence
            FROM conflicts WHERE settled_chain IS NOT NULL OR settled_sequence IS NOT NULL ORDER BY number
            """
        ) { try $0.readSettledConflict() }
    }

    /// Tags that entries of stations name and have not moved, and grants that they have taken in vain.
    private func conflicts(_ connection: PostgresConnection) throws -> Set<HubReplay.Step> {
        Set(
            try connection.all("SELECT chain, sequence, tag FROM conflicts") {
                HubReplay.Step(chain: try $0.chain(), sequence: try $0.integer(), tag: try $0.optionalIdentifier())
            })
    }
}

extension ChainWalk {
    fileprivate func takeNext() throws -> (chain: ChainName, entry: JournalEntry)? {
        try take().map { (chain, $0) }
    }
}
