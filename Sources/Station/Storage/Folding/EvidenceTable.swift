internal import Chips
internal import Registry

/// The table of folded evidence, by the numbers of contents.
struct EvidenceTable {
    private let database: Database

    init(_ database: Database) { self.database = database }

    func evidence(of content: Int64) throws -> FoldedEvidence? {
        try database.rows(
            "SELECT sightings, last_seen, visits, confirmations, witnesses FROM evidence WHERE content = ?",
            [.integer(content)], as: Self.evidence
        ).first
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

    func put(_ folded: FoldedEvidence, of content: Int64) throws {
        var digests = EvidenceDigest()
        try database.prepared(Self.insertion).run([
            .integer(content), .integer(Int64(folded.sightings)), .integer(Int64(folded.lastSeen)),
            .bytes(FoldedBytes.bytes(of: folded.visits)), .integer(Int64(folded.confirmations)),
            .bytes(FoldedBytes.bytes(of: folded.witnesses)), .integer(try digests.digest(of: folded, content: content)),
        ])
    }

    /// How many rows are not what was written.
    func countDamaged() throws -> Int {
        var digests = EvidenceDigest()
        var wrong = 0
        try database.forEachRow("SELECT * FROM evidence") { row in
            let digest = try digests.digest(of: Self.evidence(row), content: row.integer("content"))
            if digest != row.integer("digest") { wrong += 1 }
        }
        return wrong
    }
}
