internal import Registry

/// Rows on their way into what is kept of their contents, written when all of a transaction have come.
struct FoldedRows {
    private struct Rows {
        var sightings: [PackedVisit] = []
        var confirmations: [PackedOutcome] = []
    }

    private let database: Database
    private var rows: [Int64: Rows] = [:]

    init(_ database: Database) { self.database = database }

    mutating func add(_ sighting: PackedVisit, to content: Int64) {
        rows[content, default: Rows()].sightings.append(sighting)
    }

    mutating func add(_ confirmation: PackedOutcome?, to content: Int64) {
        if let confirmation { rows[content, default: Rows()].confirmations.append(confirmation) }
    }

    /// Writes what has changed, in the order of the table's key, and notes which contents have news.
    func write() throws {
        let (table, judged) = (EvidenceTable(database), JudgedTable(database))
        for (content, new) in rows.sorted(by: { $0.key < $1.key }) {
            var folded = try table.evidence(of: content) ?? FoldedEvidence()
            folded.add(new.sightings)
            folded.add(new.confirmations)
            try table.put(folded, of: content)
            try judged.note(content)
        }
    }
}
