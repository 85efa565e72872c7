internal import Chips
internal import Registry

/// The table of folded evidence, by the numbers of contents.
struct EvidenceTable {
    private let database: Database
    private let search: Statement
    private let insertion: Statement

    init(_ database: Database) throws {
        self.database = database
        search = try database.prepared(
            "SELECT sightings, last_seen, visits, confirmations, witnesses FROM evidence WHERE content = ?")
        insertion = try database.prepared(Self.insertion)
    }

    func evidence(of content: Int64) throws -> FoldedEvidence? {
        try search.bind(.integer(content), at: 1)
        var found: FoldedEvidence?
        try search.readBound { found = Self.evidence($0) }
        return found
    }

    static func evidence(_ row: borrowing ResultRow) -> FoldedEvidence {
        FoldedEvidence(
            sightings: Int(row.integer("sightings")), lastSeen: UInt32(clamping: row.integer("last_seen")),
            visits: FoldedBytes.visits(row.bytes("visits")), confirmations: Int(row.integer("confirmations")),
            witnesses: FoldedBytes.witnesses(row.bytes("witnesses")))
    }

    /// What a content is by its row, of a query that joins `contents`.
    static func content(_ row: borrowing ResultRow) -> SeenContent {
        SeenContent(url: row.text("url"), uid: ChipUID(row.text("uid")))
    }

    private static let insertion = """
        INSERT INTO evidence VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (content) DO UPDATE SET
            sightings = excluded.sightings, last_seen = excluded.last_seen, visits = excluded.visits,
            confirmations = excluded.confirmations, witnesses = excluded.witnesses, digest = excluded.digest
        """

    func put(_ folded: FoldedEvidence, of content: Int64, _ digests: inout EvidenceDigest) throws {
        try insertion.bind(.integer(content), at: 1)
        try insertion.bind(.integer(Int64(folded.sightings)), at: 2)
        try insertion.bind(.integer(Int64(folded.lastSeen)), at: 3)
        try insertion.bind(.bytes(FoldedBytes.bytes(of: folded.visits)), at: 4)
        try insertion.bind(.integer(Int64(folded.confirmations)), at: 5)
        try insertion.bind(.bytes(FoldedBytes.bytes(of: folded.witnesses)), at: 6)
        try insertion.bind(.integer(try digests.digest(of: folded, content: content)), at: 7)
        try insertion.runBound()
    }

    /// How many rows are not what was written.
    func countDamaged() throws -> Int {
        var digests = try EvidenceDigest()
        var wrong = 0
        try database.forEachRow("SELECT * FROM evidence") { row in
            let digest = try digests.digest(of: Self.evidence(row), content: row.integer("content"))
            if digest != row.integer("digest") { wrong += 1 }
        }
        return wrong
    }
}
