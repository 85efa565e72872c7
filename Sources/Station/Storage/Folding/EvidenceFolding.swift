internal import Registry

/// Folds rows into what is kept of their contents, within a transaction, and notes which contents have news.
struct EvidenceFolding: ~Copyable {
    private let table: EvidenceTable
    private let judged: JudgedTable
    private var digests: EvidenceDigest

    init(_ database: Database) throws {
        let table = try EvidenceTable(database)
        let digests = try EvidenceDigest()
        self.table = table
        judged = JudgedTable(database)
        self.digests = digests
    }

    /// Adds rows of a content that were not added before. Best in the order of contents, which is that of the table.
    mutating func add(_ sightings: [PackedVisit], _ confirmations: [PackedOutcome], to content: Int64) throws {
        var folded = try table.evidence(of: content) ?? FoldedEvidence()
        folded.add(sightings)
        folded.add(confirmations)
        try table.put(folded, of: content, &digests)
        try judged.note(content)
    }
}
