internal import Registry

/// Rows that one transaction brings, folded into what is kept of their contents when all have come.
struct FoldedRows {
    private struct Rows {
        var sightings: [PackedVisit] = []
        var confirmations: [PackedOutcome] = []
    }

    private let database: Database
    private let pass: FoldingPass?
    private var rows: [Int64: Rows] = [:]
    /// Contents with rows that a pass will come to.
    private var awaited: Set<Int64> = []

    /// `pass`: the one that is on its way meanwhile.
    init(_ database: Database, besides pass: FoldingPass?) {
        self.database = database
        self.pass = pass
    }

    /// `digest`: with the time, the row's key.
    mutating func add(_ sighting: KeptSighting, digest: Int64, to content: Int64, device: Int64) throws {
        if try isAwaited(sighting.time, digest, .sightings, content) { return }
        add(sighting.packed(device: device), to: content)
    }

    mutating func add(_ confirmation: KeptConfirmation, digest: Int64, to content: Int64, device: Int64) throws {
        if try isAwaited(confirmation.time, digest, .confirmations, content) { return }
        add(confirmation.packed(device: device), to: content)
    }

    mutating func add(_ sighting: PackedVisit, to content: Int64) {
        rows[content, default: Rows()].sightings.append(sighting)
    }

    mutating func add(_ confirmation: PackedOutcome?, to content: Int64) {
        if let confirmation { rows[content, default: Rows()].confirmations.append(confirmation) }
    }

    private mutating func isAwaited(
        _ time: Int64, _ digest: Int64, _ table: FoldingPass.Table, _ content: Int64
    ) throws -> Bool {
        guard let pass, try pass.isStillToRead(time, digest, in: table, of: content) else { return false }
        awaited.insert(content)
        return true
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
        for content in awaited { try judged.note(content) }
    }
}
