internal import Registry

/// Rows in no order of their contents, written when all of a transaction have come.
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

    func write() throws {
        var folding = try EvidenceFolding(database)
        for (content, new) in rows.sorted(by: { $0.key < $1.key }) {
            try folding.add(new.sightings, new.confirmations, to: content)
        }
    }
}
