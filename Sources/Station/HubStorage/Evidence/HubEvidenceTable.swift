internal import PostgreSQL
internal import Registry
internal import Storage

/// Rows of one content that one transaction brings.
struct HubFoldedRows {
    var visits: [PackedVisit] = []
    var outcomes: [PackedOutcome] = []

    func added(to evidence: FoldedEvidence?) -> FoldedEvidence {
        var folded = evidence ?? FoldedEvidence()
        folded.add(visits)
        folded.add(outcomes)
        return folded
    }
}

/// The table of folded evidence.
struct HubEvidenceTable {
    static let columns = "sightings, last_seen, visits, confirmations, witnesses"

    private let connection: PostgresConnection

    init(_ connection: PostgresConnection) { self.connection = connection }

    /// What there is of contents, in the order of their names, locked until the transaction ends.
    func lock(_ names: [ContentName]) throws -> [ContentName: FoldedEvidence] {
        let found = try connection.all(
            "SELECT content, \(Self.columns) FROM evidence WHERE content = ANY($1) ORDER BY content FOR UPDATE",
            [.byteStrings(names.map(\.bytes))]
        ) { (ContentName(try $0.bytes()), try $0.readEvidence()) }
        return Dictionary(found) { first, _ in first }
    }

    /// Adds rows to what was locked, and notes the contents as changed. Returns what could not be added: another
    /// transaction has added the first rows of these contents meanwhile.
    func put(
        _ new: [ContentName: HubFoldedRows], onto known: [ContentName: FoldedEvidence]
    ) throws -> [ContentName: HubFoldedRows] {
        let names = new.keys.sorted()
        try replace(names.compactMap { name in known[name].map { (name, new[name]?.added(to: $0) ?? $0) } })
        let added = try add(
            names.compactMap { name in known[name] == nil ? (name, new[name]?.added(to: nil) ?? FoldedEvidence()) : nil
            })
        try HubJudgedTable(connection).note(names)
        return new.filter { known[$0.key] == nil && !added.contains($0.key) }
    }

    func replace(_ evidence: [(name: ContentName, folded: FoldedEvidence)]) throws {
        guard !evidence.isEmpty else { return }
        try connection.change(
            """
            UPDATE evidence SET sightings = row.sightings, last_seen = row.last_seen, visits = row.visits,
                confirmations = row.confirmations, witnesses = row.witnesses
            FROM unnest($1, $2, $3, $4, $5, $6) AS row (content, \(Self.columns))
            WHERE evidence.content = row.content
            """, Self.values(evidence))
    }

    /// Returns those that were not there.
    private func add(_ evidence: [(name: ContentName, folded: FoldedEvidence)]) throws -> Set<ContentName> {
        guard !evidence.isEmpty else { return [] }
        let added = try connection.all(
            """
            INSERT INTO evidence (content, \(Self.columns))
            SELECT content, \(Self.columns) FROM unnest($1, $2, $3, $4, $5, $6) AS row (content, \(Self.columns))
            ON CONFLICT DO NOTHING RETURNING content
            """, Self.values(evidence)
        ) { ContentName(try $0.bytes()) }
        return Set(added)
    }

    /// Inserts empty rows for contents without evidence, so that they can be locked.
    func reserve(_ names: [ContentName]) throws { _ = try add(names.map { ($0, FoldedEvidence()) }) }

    func remove(_ names: [ContentName]) throws {
        try connection.change("DELETE FROM evidence WHERE content = ANY($1)", [.byteStrings(names.map(\.bytes))])
    }

    private static func values(_ evidence: [(name: ContentName, folded: FoldedEvidence)]) -> [PostgresValue] {
        [
            .byteStrings(evidence.map(\.name.bytes)), .integers(evidence.map { Int64($0.folded.sightings) }),
            .integers(evidence.map { Int64($0.folded.lastSeen) }),
            .byteStrings(evidence.map { FoldedBytes.bytes(of: $0.folded.visits) }),
            .integers(evidence.map { Int64($0.folded.confirmations) }),
            .byteStrings(evidence.map { FoldedBytes.bytes(of: $0.folded.witnesses) }),
        ]
    }
}

extension Columns {
    /// Of ``HubEvidenceTable/columns``.
    mutating func readEvidence() throws -> FoldedEvidence {
        let (sightings, lastSeen) = (Int(try integer()), UInt32(clamping: try integer()))
        let visits = FoldedBytes.visits(try bytes())
        return FoldedEvidence(
            sightings: sightings, lastSeen: lastSeen, visits: visits, confirmations: Int(try integer()),
            witnesses: FoldedBytes.witnesses(try bytes()))
    }
}
